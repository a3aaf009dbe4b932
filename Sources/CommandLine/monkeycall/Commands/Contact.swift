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

            The contacts are those of your address books. The command needs monkeycall-directory.

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
        let contacts = try directory.contacts(named: text)
        if bus.json { return Output.line(JSON.array(contacts.map { JSON($0) }).text) }
        var table = Table(["NAME", "ADDRESS", "USE", "BOOK"])
        for contact in contacts {
            for address in ContactAddress.all(of: contact) {
                table.add([address.name, address.handle.value, address.use, contact.text(.source)])
            }
        }
        for line in table.lines() { Output.line(line) }
    }

    private func show(_ handle: Handle, _ directory: DirectoryLink) throws(Failure) {
        let found = try directory.call(
            .lookup, handle.wire, [String: Variant](), returning: [String: Variant].self)
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
