// SPDX-License-Identifier: MIT
import ArgumentParser
import CallInterface
import SDBus

struct Missed: Command {
    static let configuration = CommandConfiguration(
        abstract: "Show the missed calls that you have not seen.",
        discussion: """
            One line for each call as in recents, the most recent one first. Then they count as seen, and the desktop \
            no longer shows them. Use recents --missed to see all missed calls. The command needs monkeycall-directory.

            With --json an array of objects, with the keys of List of org.monkeycall.Directory.History.
            """)

    @Flag(help: "The calls still count as not seen.")
    var keepUnread = false
    @OptionGroup var bus: BusOptions

    func perform() throws(Failure) {
        let directory = try DirectoryLink(bus)
        let calls = try directory.history([String: Variant]([.unread: .bool(true)]), limit: .max)
        if bus.json {
            Output.line(JSON.array(calls.map { JSON($0) }).text)
        } else if calls.isEmpty {
            Output.line("No new missed calls.")
        } else {
            var table = EndedCallTable()
            table.add(calls)
            table.show()
        }
        // Only what the user was shown: another call may be missed meanwhile.
        if !keepUnread, !calls.isEmpty { try directory.call(.markRead, calls.map(\.entry)) }
    }
}
