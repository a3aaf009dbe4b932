// SPDX-License-Identifier: MIT
import ArgumentParser
import CallInterface

struct Redial: Command {
    static let configuration = CommandConfiguration(
        abstract: "Call the number or address again that you called last.",
        discussion: """
            The app that made that call is asked, if it runs, or else your default app. If an app in a sandbox made \
            it, no other app is asked. The command needs monkeycall-directory, which remembers the calls.

            With --json an object: Provider, the app that was asked.
            """)

    @OptionGroup var bus: BusOptions

    func perform() throws(Failure) {
        let provider = try DirectoryLink(bus).call(.redial, returning: String.self)
        Output.line(
            bus.json
                ? JSON.object([("Provider", .string(provider))]).text : "\(provider)  was asked to call".printable)
    }
}
