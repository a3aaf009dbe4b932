// SPDX-License-Identifier: MIT

import SDBus

/// The desktop's portal, whose interfaces are all on one object.
enum DesktopPortal {
    static let name: BusName = "org.freedesktop.portal.Desktop"
    static let path: ObjectPath = "/org/freedesktop/portal/desktop"
}

extension RemoteName {
    /// Tells the portal the app id of this program. A program outside a sandbox does so once for each connection,
    /// before its first request.
    func registerAtPortal(then body: @escaping (Result<Message, BusError>) -> Void) {
        ask(
            DesktopPortal.path, "org.freedesktop.host.portal.Registry", "Register", Banner.desktopEntry,
            [String: Variant](), then: body)
    }
}
