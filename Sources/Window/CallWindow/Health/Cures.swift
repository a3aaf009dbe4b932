// SPDX-License-Identifier: MIT

import CallHealth
import CallInterface
import CallLinks
import CallWindowModel
import ConfigurationText
import GTK
import SDBus

// What the button of a line of health does.

extension CallWindowContext {
    /// The settings of sound of the desktops, and a mixer for those without.
    private static let soundSettings = [
        "gnome-sound-panel.desktop", "kcm_pulseaudio.desktop", "xfce4-mixer.desktop",
        "org.pulseaudio.pavucontrol.desktop", "pavucontrol.desktop",
    ]
    /// The desktop file of the window.
    static let desktopFile = PhoneName.bus.text + ".desktop"

    func perform(_ cure: HealthCure) {
        switch cure {
        case .startService, .startAgent, .startDirectory, .startBridge:
            health.start(cure) { [weak self] in self?.showProblem($0.map(CureWords.text)) }
        case .endDoNotDisturb: setDoNotDisturb(false)
        case .openSoundSettings:
            if !Launcher.start(firstOf: Self.soundSettings) {
                showToast(Catalogue.text("No settings of sound were found. Open those of your desktop."))
            }
        case .testCall: startTestCall()
        case .useForTelephoneLinks:
            if Launcher.use(Self.desktopFile, for: LinkScheme.tel.rawValue) {
                health.refresh()
            } else {
                showToast(Catalogue.text("The choice was not kept. Choose the app in the settings of your desktop."))
            }
        case .showBrowserExtension: open(.browsers)
        }
    }

    /// Switches the user's own do-not-disturb. `body` is called after the answer, and the user reads a refusal.
    func setDoNotDisturb(_ isOn: Bool, then body: @escaping () -> Void = {}) {
        agent.setDoNotDisturb(isOn) { [weak self] error in
            if let self, let error {
                log("the agent refused a request", ["error": error.name])
                showToast(Catalogue.text("The agent did not accept this. Try again."))
            }
            body()
        }
    }

    /// Asks for a call of our own provider, whose program the bus starts. It rings three seconds after the answer.
    func startTestCall() {
        guard let session else { return showToast(TestCallWords.text(.failed(""))) }
        let start = CallTarget(EchoName.bus, EchoName.path, EchoName.interface, EchoName.start)
        session.ask(start) { [weak self] reply in
            guard let self else { return }
            guard let error = reply.failure else { return showToast(Catalogue.text("It rings in three seconds.")) }
            log("the test call was not started", ["error": error.name])
            showToast(TestCallWords.text(error))
        }
    }

    /// Shows a document of the installation.
    func open(_ document: Document) {
        if !Launcher.open(file: document.path) {
            showToast(Catalogue.text("The page was not found. Read it at %s.", parts: Website.home))
        }
    }
}
