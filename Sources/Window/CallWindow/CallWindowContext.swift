// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import ConfigurationText
import GTK
import Glibc
import SDBus
import SystemFiles

/// What all controllers of the program share.
@MainActor
final class CallWindowContext {
    let application: Application
    let loop: EventLoop
    /// The calls.
    let calls: CallsFollower
    let agent: AgentFollower
    let icons: ProviderIconStore
    let directory: DirectoryFollower
    let callers: CallerPictures
    /// nil without a session.
    let session: BusConnection?
    private(set) lazy var health = HealthFollower(self, session)
    /// The actions of the calls. Their keys are also keys of text fields, so they count only while the calls are in
    /// front.
    var callActions: [Action] = []
    /// For the log, without a number of a person.
    let log: Log
    /// Shows a notice below the header, in place of the one before; nil removes it.
    var show: (Notice?) -> Void = { _ in }
    /// The window in front of the main one, which may cover it, and shows the notices meanwhile.
    private(set) var cover: PreferencesWindow?

    /// Gives the keyboard focus to the person of the call in front, where no key changes a call.
    var focusCall: () -> Void = {}

    /// Makes the calls that the user asks for.
    private(set) lazy var placer = CallPlacer(self)

    /// `session` is the session bus, where the directory and the agent are; nil without a session.
    init(_ application: Application, _ loop: EventLoop, _ calls: CallsFollower, session: BusConnection?, log: Log) {
        (self.application, self.loop, self.calls, self.log) = (application, loop, calls, log)
        self.session = session
        agent = AgentFollower(session)
        icons = ProviderIconStore(calls)
        directory = DirectoryFollower(session, log: log)
        callers = CallerPictures(directory)
    }
}

extension CallWindowContext {
    /// Follows the agent from now on, unless the window does so already.
    func followAgent() {
        do throws(BusError) { try agent.begin() } catch { log("cannot follow the agent", error) }
    }

    /// Shows the notices in that window until it closes.
    func cover(with window: PreferencesWindow) {
        cover = window
        window.onClose { [weak self] in self?.cover = nil }
    }

    /// Shows why something did not work, in a plain text.
    func showToast(_ text: String) { show(Notice(text: text)) }

    /// Shows why something did not work; nil = it did.
    func showProblem(_ problem: String?) {
        if let problem { showToast(problem) }
    }

    /// A part of the window; nil, and a line in the log, if its .ui file does not fit.
    func make<Part>(_ failure: StaticString, _ part: @autoclosure () throws(InterfaceError) -> Part) -> Part? {
        do throws(InterfaceError) { return try part() } catch {
            log(failure, ["message": error.message])
            return nil
        }
    }
}

// Calls that the window makes. Only what the user presses comes here.

extension CallWindowContext {
    /// Calls a number or an address of a page, by the provider that the user chose, or else by the app that the
    /// directory proposes. A choice of "" lets the service choose. An emergency number and every other short number is
    /// dialed at once. `postDial` is the tones that the user may play when the call is connected.
    func place(
        _ handle: Handle, by chosen: String? = nil, name: String = "", video: Bool = false, postDial: String = ""
    ) {
        let dialsAsIs = handle.kind == .phoneNumber && calls.registry.dialsAsIs(KeypadText(handle.value))
        let isLookedUp = !dialsAsIs && directory.presence == .running
        placer.call(
            WantedCall.Request(
                handle.wire, provider: isLookedUp ? chosen : chosen ?? "", name: name, isVideo: video,
                postDial: postDial, isUrgent: dialsAsIs, isLookedUp: isLookedUp))
    }

    /// Calls an emergency number or another short one as it was typed; a provider of "" lets the service choose.
    func call(_ handle: WireHandle, provider: String) {
        placer.call(WantedCall.Request(handle, provider: provider, isUrgent: true))
    }
}

// The user's contacts app, which opens vCards.

extension CallWindowContext {
    /// Opens a new contact with that name, which may be empty.
    func addContact(name: String, _ handle: Handle) {
        guard let path = Self.write(ContactCard.text(name: name, handle)) else {
            return showToast(Catalogue.text("The contact could not be handed to the contacts app."))
        }
        if !Launcher.open(file: path) {
            showToast(Catalogue.text("No contacts app opens vCards. Install one, such as GNOME Contacts."))
        }
    }

    /// In the user's runtime folder, which no other user can read, and which is emptied at the logout.
    private static func write(_ text: String) -> String? {
        guard let folder = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) + "/monkeycall" }) else { return nil }
        mkdir(folder, 0o700)
        let path = folder + "/new-contact.vcf"
        return (try? NewFile.write(Array(text.utf8), to: path)) == nil ? nil : path
    }
}
