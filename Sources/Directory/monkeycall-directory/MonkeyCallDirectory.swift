// SPDX-License-Identifier: MIT

import AddressBooks
import ArgumentParser
import CallContract
import CallDirectory
import ConfigurationText
import Foundation
import Glibc
import PhoneNumbers
import ProgramStart
import SDBus

/// The directory's composition root: options, log, loop, buses, in this order.
@main
struct MonkeyCallDirectory: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monkeycall-directory",
        abstract: "Keep a user's call history, rules and favourites, and name callers.",
        discussion: """
            Tells org.monkeycall.CallManager whether incoming calls ring and the names of callers, and keeps the history of calls. \
            The programs of the user reach it as org.monkeycall.Directory on the session bus. One runs for each user, \
            also without a desktop. It has no network.

            ENVIRONMENT
              XDG_DATA_HOME  the folder of monkeycall and of the address book of Plasma; by default ~/.local/share
              XDG_DATA_DIRS  with XDG_DATA_HOME: where applications/*.desktop declares call directory extensions
              LC_TELEPHONE, LC_ALL, LANG  the region of telephone numbers without a country code

            FILES
              ~/.local/share/monkeycall/directory.sqlite  the history, rules, favourites and lists

            SEE ALSO
            monkeycall(1), monkeycall-phone(1), monkeycall-agent(8), monkeycalld(8)
            """,
        version: "\(contractVersion)")

    @OptionGroup var buses: BusAddresses

    @Option(help: ArgumentHelp("Keep the database here (default: ~/.local/share/monkeycall).", valueName: "folder"))
    var data: String?

    @Option(help: ArgumentHelp("Read translations from this folder.", valueName: "folder"))
    var locale: String?

    @Option(
        help: ArgumentHelp(
            "How long a call waits for the directory before it rings, without the time of screeners.",
            valueName: "milliseconds"))
    var deadline: UInt64 = 100

    @Option(
        help: ArgumentHelp(
            "How long the first requests wait for the database and the address books.", valueName: "milliseconds"))
    var patience: UInt64 = 2_000

    @Option(
        help: ArgumentHelp(
            "How long a call directory extension may be silent while it loads its lists.", valueName: "seconds"))
    var extensionTimeout: UInt64 = 60

    func validate() throws {
        guard 1...5_000 ~= deadline else { throw ValidationError("--deadline must be 1 to 5000 milliseconds.") }
        guard 1...60_000 ~= patience else { throw ValidationError("--patience must be 1 to 60000 milliseconds.") }
        guard 1...86_400 ~= extensionTimeout else {
            throw ValidationError("--extension-timeout must be 1 to 86400 seconds.")
        }
    }

    func run() throws {
        let program = BusProgram("monkeycall-directory")
        Catalogue.open(in: locale ?? Catalogue.installedFolder)
        let folders = UserFolders.own
        guard let folder = data ?? folders.map({ $0.data + "/monkeycall" }) else {
            throw ValidationError("There is no home folder; set HOME, or use --data.")
        }
        try program.run { (loop) throws(BusError) in
            // A thread that waits for the disk of a file may still use libphonenumber, whose objects an ordinary exit
            // destroys.
            _exit(try serve(loop, folder, folders, log: program.log))
        }
    }

    /// Returns the exit code.
    private func serve(
        _ loop: EventLoop, _ folder: String, _ folders: UserFolders?, log: Log
    ) throws(BusError) -> Int32 {
        // A program that asked for an export may close its end of a pipe.
        signal(SIGPIPE, SIG_IGN)
        try loop.exitOnTerminationSignals()
        let calls = try connection(buses.calls, loop)
        // The name has a connection of its own, because a proxy of a sandbox opens connections, not names.
        let (session, own) = (try connection(buses.session, loop), try connection(buses.session, loop))
        let environment = ProcessInfo.processInfo.environment
        let directory = try Directory(
            calls, session: session, own: own, loop, folder: folder, region: Region(environment: environment),
            deadline: deadline * 1_000, patience: patience * 1_000,
            extensions: ExtensionFiles(home: folders?.data, environment: environment),
            extensionTimeout: extensionTimeout * 1_000_000, log: log)
        try directory.begin(folders) { loop.notify("READY=1") }
        let code = try loop.run()
        directory.end()
        return code
    }

    private func connection(_ bus: BusAddress, _ loop: EventLoop) throws(BusError) -> BusConnection {
        try loop.connection(to: bus, of: "monkeycall-directory")
    }
}
