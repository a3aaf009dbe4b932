// SPDX-License-Identifier: MIT

import CallClient
import CallWindowModel
import GTK
import Glibc
import SystemFiles

/// What a new user sees in place of an empty list of recent calls: what the program is, a test call, the apps that can
/// call, and what to mend.
@MainActor
final class FirstStart {
    let widget: Widget
    private let context: CallWindowContext
    private let apps: AppRows
    private let health: HealthRows

    /// `done` is called when the user goes on to the pages.
    init(_ context: CallWindowContext, done: @escaping @MainActor () -> Void) throws(InterfaceError) {
        self.context = context
        let builder = try Builder(PackageResources.first_start_ui)
        widget = try builder.get("first-start")
        apps = AppRows(try builder.get("apps"), context, hasSwitches: false)
        health = HealthRows(try builder.get("health"), context)
        let (testCall, goOn): (Button, Button) = (try builder.get("test-call"), try builder.get("done"))
        testCall.onClick { [context] in context.startTestCall() }
        goOn.onClick {
            FirstStart.leave()
            done()
        }
        context.health.observe { [weak self] in self?.show() }
        context.health.refresh()
        show()
    }

    private func show() {
        apps.show(KnownApp.list(context.calls.registry, told: nil, context.health.sources))
        health.show(context.health.lines.inShort)
    }

    // MARK: Whether it is over

    /// An empty file, which is there when the user has gone past the first start.
    private static var mark: String? { StateFolder.path.map { $0 + "/window-opened" } }

    static var isOver: Bool { isLeft || mark.map { access($0, F_OK) == 0 } ?? true }

    private static var isLeft = false

    static func leave() {
        guard !isLeft, let mark else { return }
        let wasOver = isOver
        isLeft = true
        guard !wasOver else { return }
        StateFolder.make()
        // Without the file the next start is a first one again.
        try? NewFile.write([], to: mark)
    }
}
