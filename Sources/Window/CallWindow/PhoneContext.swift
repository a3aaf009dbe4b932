// SPDX-License-Identifier: MIT

import CallClient
import CallWindowModel
import GTK
import SDBus

/// What all controllers of the program share.
@MainActor
final class PhoneContext {
    let application: Application
    let loop: EventLoop
    /// The session bus, where the directory and the agent are; nil without a session.
    let session: BusConnection?
    /// The calls.
    let calls: CallsFollower
    let agent: AgentFollower
    let icons: ProviderIconStore
    let directory: DirectoryFollower
    let callers: CallerPictures
    /// The actions of the calls. Their keys are also keys of text fields, so they count only while the calls are in
    /// front.
    var callActions: [Action] = []
    private(set) lazy var dialer = Dialer(self)
    private(set) lazy var contacts = ContactsApp { [unowned self] in tell($0) }
    /// For the log, without a number of a person.
    let log: Log
    /// Shows a short plain text at the bottom of the window, e.g. why something did not work.
    var tell: (String) -> Void = { _ in }

    /// Gives the keyboard focus to a button that changes no call.
    var focusDetails: () -> Void = {}

    init(_ application: Application, _ loop: EventLoop, _ calls: CallsFollower, session: BusConnection?, log: Log) {
        (self.application, self.loop, self.calls) = (application, loop, calls)
        (self.session, self.log) = (session, log)
        agent = AgentFollower(session)
        icons = ProviderIconStore(calls)
        directory = DirectoryFollower(session, log: log)
        callers = CallerPictures(directory)
    }
}
