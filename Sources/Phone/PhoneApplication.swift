// SPDX-License-Identifier: MIT

import CallInterface
import GTK
import PhoneModel
package import SDBus
import Translations

/// The program: its one window, its actions, and the links that it is asked to open.
@MainActor
package final class PhoneApplication {
    package static let id = "org.monkeycall.Phone"

    private let application: Application
    private let phone: PhoneContext
    private var source: LoopSource?
    private var window: MainWindow?

    /// `session` is the session bus; nil if there is none.
    package init(
        _ loop: EventLoop, _ calls: CallsFollower, session: BusConnection?, log: @escaping (String) -> Void
    ) {
        application = Application(id: Self.id, name: Catalogue.text("Calls"))
        phone = PhoneContext(application, loop, calls, session: session, log: log)
    }

    /// Runs until the last window is closed. Returns the exit code.
    package func run(links: [String]) -> Int32 {
        application.onStartup { [unowned self] in start() }
        application.onActivate { [unowned self] in present() }
        return application.run(program: "monkeycall-phone", links: links)
    }

    private func start() {
        source = LoopSource(phone.loop)
        StyleSheet.add(PackageResources.phone_css)
        for (number, page) in PhonePage.allCases.enumerated() {
            application.addAction("show-" + page.rawValue, keys: ["<Alt>\(number + 1)"]) { [unowned self] in
                present()
                window?.show(page)
            }
        }
        application.addAction("search", keys: ["<Control>f"]) { [unowned self] in window?.search() }
        application.addAction("quit", keys: ["<Control>q"]) { [unowned self] in application.quit() }
        do throws(BusError) { try phone.calls.begin() } catch { phone.log("Cannot follow the calls: \(error.message)") }
    }

    private func present() {
        if window == nil {
            do throws(InterfaceError) {
                let window = try MainWindow(phone)
                window.window.on("destroy") { [weak self] _ in self?.window = nil }
                self.window = window
            } catch {
                phone.log(error.message)
                application.quit()
            }
        }
        window?.window.present()
    }
}
