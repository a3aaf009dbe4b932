// SPDX-License-Identifier: MIT
import ArgumentParser
import CallClient
import CallInterface
import SDBus

struct Favourites: Command {
    static let configuration = CommandConfiguration(
        abstract: "Show and change your favourites.",
        discussion: """
            A favourite rings despite rules for many callers, and during do-not-disturb if the settings of \
            monkeycall-agent say so. dial calls it by its name.

            add takes a number, an address, the name of a contact, or the id of a call. The command prints the \
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
        show(try list(directory))
    }

    private func list(_ directory: DirectoryLink) throws(Failure) -> [[String: Variant]] {
        try directory.call(.listFavourites, returning: [[String: Variant]].self)
    }

    private func add(_ directory: DirectoryLink) throws(Failure) {
        let text = words.joined(separator: " ")
        let caller = try directory.caller(text, bus)
        guard let handle = caller.handles.first, caller.handles.count == 1 else {
            throw .ambiguous(
                caller.handles.map { ContactAddress(name: caller.name, handle: $0, use: "") }, for: text)
        }
        let last = UInt32(try list(directory).count + 1)
        let known = try caller.name.isEmpty ? contactName(handle, directory) : caller.name
        try directory.call(.setFavourite, last, handle.wire, name ?? known, provider ?? "")
        if let position, position != last { try directory.call(.moveFavourite, last, position) }
    }

    private func contactName(_ handle: Handle, _ directory: DirectoryLink) throws(Failure) -> String {
        let found = try directory.call(
            .lookup, handle.wire, [String: Variant](), returning: [String: Variant].self)
        return found.text(.displayName)
    }

    private func show(_ favourites: [[String: Variant]]) {
        if bus.json { return Output.line(JSON.array(favourites.map { JSON($0) }).text) }
        guard !favourites.isEmpty else { return Output.line("No favourites.") }
        var table = Table(["POSITION", "NAME", "CALLS", "WITH"])
        for favourite in favourites {
            table.add([
                "\(favourite[.position]?.uint32 ?? 0)", favourite.text(.name),
                favourite[.handle].flatMap { WireHandle($0) }?.value ?? "", favourite.text(.provider),
            ])
        }
        for line in table.lines() { Output.line(line) }
    }
}
