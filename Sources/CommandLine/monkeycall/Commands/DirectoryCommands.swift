// SPDX-License-Identifier: MIT

import ArgumentParser
import CallClient
import CallInterface
import CallLinks
import SDBus

struct Contact: Command {
    static let configuration = CommandConfiguration(
        abstract: "Search your contacts, or show the name of a caller.",
        usage: "monkeycall contact <caller> [<options>]",
        discussion: """
            With words of a name, or their beginnings in any script, it shows the contacts with these words: one line \
            for each number or address. With --json an array of objects, with the keys of Search of \
            org.monkeycall.Directory.

            With a number or an address it shows the name, how you know the caller, the country, the app of the last \
            call, and whether a call rings. With --json an object with the keys of Lookup.

            The contacts are those of your address books, or a favourite with that name. The command needs \
            monkeycall-directory.

            EXAMPLES
              monkeycall contact ada
              monkeycall contact +4930123456
            """)

    @Argument(
        help: ArgumentHelp("Words of a name, or a number or an address.", valueName: "caller"),
        completion: .contacts)
    var words: [String]
    @OptionGroup var bus: BusOptions

    func perform() throws(Failure) {
        let text = words.joined(separator: " ")
        let directory = try DirectoryLink(bus)
        let handle = Handle(guessing: text)
        if handle.kind != .generic { return try show(handle, directory) }
        let contacts = try directory.contacts(named: text, for: .contact, .call)
        if bus.json { return Output.line(JSON.array(contacts.map { JSON($0) }).text) }
        var table = Table(["NAME", "ADDRESS", "USE", "BOOK"])
        for contact in contacts {
            for address in ContactAddress.all(of: contact) {
                table.add([address.name, address.text, address.use, contact.text(.source)])
            }
        }
        table.show()
    }

    private func show(_ handle: Handle, _ directory: DirectoryLink) throws(Failure) {
        let found = try directory.lookup(handle)
        if bus.json { return Output.line(JSON(found).text) }
        let number = found.text(.formatted)
        let lines = [
            ("Name", found.text(.displayName)), ("Number", number.isEmpty ? handle.value : number),
            ("Label", found.text(.label)), ("Known as", found.text(.relation)),
            ("Book", found.text(.displayNameSource)), ("Country", found.text(.country)),
            ("Last call", found.text(.provider)), ("A call", Self.words(found.text(.verdict))),
        ]
        for (label, value) in lines where !value.isEmpty {
            Output.line((label + ":").padded(to: 11) + value.printable)
        }
    }

    private static func words(_ verdict: String) -> String {
        switch Verdict(rawValue: verdict) {
        case .allow: "rings"
        case .silence: "rings without a sound"
        case .reject: "is blocked"
        case nil: verdict
        }
    }
}

struct Favourites: Command {
    static let configuration = CommandConfiguration(
        abstract: "Show and change your favourites.",
        discussion: """
            A favourite rings despite rules for many callers, and during do-not-disturb if the settings of \
            monkeycall-agent say so. dial calls it by its name.

            add takes a number, an address, the name of a contact or favourite, or the id of a call. The command prints the \
            favourites that you have then, with --json as an array of objects with the keys of List of \
            org.monkeycall.Directory.Favourites. It needs monkeycall-directory.

            EXAMPLES
              monkeycall favourites add Ada
              monkeycall favourites add 030123456 --name Mum --position 1
              monkeycall favourites move 3 1
            """)

    enum Change: String, ExpressibleByArgument, CaseIterable {
        case add, remove, move
    }

    @Argument(help: "Optional: what to do.")
    var change: Change?
    @Argument(help: "The caller, or the positions.", completion: .callers)
    var words: [String] = []
    @Option(help: ArgumentHelp("The name to show; by default that of the contact.", valueName: "name"))
    var name: String?
    @Option(help: ArgumentHelp("The new favourite gets this position; by default the last.", valueName: "position"))
    var position: UInt32?
    @Option(help: ArgumentHelp("The app to call with.", valueName: "provider"), completion: .providers)
    var provider: String?
    @OptionGroup var bus: BusOptions

    func validate() throws {
        switch change {
        case nil: break
        case .add: if words.isEmpty { throw ValidationError("Give a number, an address or a name") }
        case .remove: if positions?.count != 1 { throw ValidationError("Give the position of one favourite") }
        case .move: if positions?.count != 2 { throw ValidationError("Give the old and the new position") }
        }
        if change != .add, name != nil || position != nil || provider != nil {
            throw ValidationError("--name, --position and --provider are options of add")
        }
    }

    /// nil if a word is no position.
    private var positions: [UInt32]? {
        let numbers = words.compactMap { UInt32($0) }
        return numbers.count == words.count ? numbers : nil
    }

    func perform() throws(Failure) {
        let directory = try DirectoryLink(bus)
        switch (change, positions) {
        case (.add, _): try add(directory)
        case (.remove, let places?): try directory.call(.removeFavourite, places[0])
        case (.move, let places?): try directory.call(.moveFavourite, places[0], places[1])
        case (nil, _), (_, nil): break
        }
        show(
            try directory.list(.listFavourites), as: \.self, none: "No favourites.",
            ["POSITION", "NAME", "CALLS", "WITH"]
        ) { favourite in
            let formatted = favourite.text(.formatted)
            let address = formatted.isEmpty ? favourite[.handle].flatMap { WireHandle($0) }?.value ?? "" : formatted
            return [
                "\(favourite[.position]?.uint32 ?? 0)", favourite.text(.name), address, favourite.text(.provider),
            ].map { Cell($0) }
        }
    }

    private func add(_ directory: DirectoryLink) throws(Failure) {
        let text = words.joined(separator: " ")
        let caller = try directory.caller(text, bus)
        guard let handle = caller.handles.first, caller.handles.count == 1 else {
            throw .ambiguousContact(
                caller.handles.map { ContactAddress(name: caller.name, handle: $0, use: "") }, for: text)
        }
        let last = UInt32(try directory.list(.listFavourites).count + 1)
        let known = try caller.name.isEmpty ? directory.lookup(handle).text(.displayName) : caller.name
        try directory.call(.setFavourite, last, handle.wire, name ?? known, provider ?? "")
        if let position, position != last { try directory.call(.moveFavourite, last, position) }
    }
}

struct Screeners: Command {
    static let configuration = CommandConfiguration(
        abstract: "Show the apps that may screen calls, and choose them.",
        discussion: """
            A screener is an app that decides about calls that none of your rules and lists is about: they ring, ring \
            silently or are refused. It learns the numbers of these callers. Screeners are not asked about your \
            contacts. Without an argument the command prints a line for each screener that you have enabled or that \
            has asked for it: its name, and whether it screens calls now.

            With --json an array of objects, with the keys of ListScreeners of org.monkeycall.Directory.Screening.

            EXAMPLES
              monkeycall screeners
              monkeycall screeners enable org.example.Filter
              monkeycall screeners disable org.example.Filter
            """)

    @Argument(help: ArgumentHelp("enable or disable.", valueName: "enable|disable"))
    var choice: Choice?
    @Argument(help: "The name of a screener.", completion: .screeners)
    var screener: String?
    @OptionGroup var bus: BusOptions

    enum Choice: String, ExpressibleByArgument, CaseIterable {
        case enable, disable
    }

    func validate() throws {
        if let choice, screener == nil {
            throw ValidationError("Name a screener: monkeycall screeners \(choice.rawValue) <screener>")
        }
    }

    func perform() throws(Failure) {
        let directory = try DirectoryLink(bus)
        if let choice, let screener {
            try directory.call(.setScreenerEnabled, screener, choice == .enable)
            if !bus.json { return Output.line("\(screener)  \(choice.rawValue)d".printable) }
        }
        let list = try directory.list(.listScreeners)
        show(list, as: \.self, none: "No app has asked to screen calls.", ["SCREENER", "STATE"]) {
            [Cell($0.text(.identifier)), Cell(Self.state($0))]
        }
    }

    private static func state(_ screener: [String: Variant]) -> String {
        if !screener.flag(.enabled) { return "not enabled" }
        return screener.flag(.registered) ? "screens calls" : "enabled, does not run"
    }
}
