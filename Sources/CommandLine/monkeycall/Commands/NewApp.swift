// SPDX-License-Identifier: MIT
import ArgumentParser

struct NewApp: Command {
    static let configuration = CommandConfiguration(
        commandName: "new-app",
        abstract: "Make a Swift package of a calling app.",
        discussion: """
            The package has the app, which pushes, links and lists of calls start, and its call directory extension. It \
            is small, and its calls have no other side yet: your code replaces that. Makefile builds it, and puts the \
            programs and their desktop and D-Bus service files at their places.

            The command needs the Swift library, and the package needs Swift 6.3.

            EXAMPLE
              monkeycall new-app Phone --id org.example.Phone
            """)

    @Argument(help: "The name of the app, which is also that of a Swift module: letters and digits.")
    var name: String
    @Option(help: "The app's id, which is its name on the bus and of its desktop file (default: org.example.NAME).")
    var id: String?
    @Option(help: "The folder to make (default: NAME).", completion: .directory)
    var folder: String?
    @OptionGroup var bus: BusOptions

    func validate() throws {
        guard AppNames.isModule(name) else {
            throw ValidationError(
                "'\(name.printable)' is no name of a Swift module; use letters, digits and _, with a letter first")
        }
        guard AppNames.isIdentifier(names.id) else {
            throw ValidationError(
                """
                '\(names.id.printable)' is no name of D-Bus for an app; use words of letters, digits, _ and - with a \
                dot between them, as in org.example.Phone
                """)
        }
    }

    func perform() throws(Failure) {
        let folder = folder ?? name
        try AppTemplate().copy(to: folder, names)
        if bus.json {
            return Output.line(JSON.object([("Folder", .string(folder)), ("Identifier", .string(names.id))]).text)
        }
        let next = "Build it, and install it for you: make -C \(folder) all install"
        Output.line("\(names.id) is in \(folder). \(next)".printable)
    }

    private var names: AppNames { AppNames(name: name, id: id ?? "org.example.\(name)") }
}
