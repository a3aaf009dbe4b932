// SPDX-License-Identifier: MIT

@_spi(Companions) internal import CallLibrary
internal import Foundation
internal import SDBus

/// The app on the session bus: the desktop activates it and opens URLs with it by `org.freedesktop.Application` of the
/// Desktop Entry Specification. Everything in here happens on the session thread.
final class DesktopService {
    nonisolated(unsafe) private static var shared: DesktopService?

    /// Exports the object, for calls that come after ``takeName()``.
    static func export() {
        SessionThread.perform { thread in
            guard let name else { return }
            let service = DesktopService()
            shared = service
            try? service.export(on: thread, ObjectPath(ofProgram: name))
        }
    }

    /// Takes the app's name. The bus then delivers the call for which it has started the app.
    static func takeName() {
        SessionThread.perform { thread in
            guard let name else { return }
            do throws(BusError) {
                try thread.connection().requestName(name)
            } catch {
                NSLog("UIKit: the desktop cannot open links with this process: %@", error.message)
            }
        }
    }

    /// A program has a name on the bus if its own name is one, such as `org.example.Phone`.
    private static var name: BusName? { BusName(AppIdentity.identifier) }

    private func export(on thread: SessionThread, _ path: ObjectPath) throws(BusError) {
        let connection = try thread.connection()
        let finder = ObjectFinder<DesktopService>(on: connection) { [unowned self] found, _ in
            found == path ? self : nil
        }
        try connection.export(under: path, nodes: { _, _ in [] }, [ExportedInterface(Self.interface, finder) { $0 }])
    }

    private static var interface: Interface<DesktopService> {
        Interface(
            "org.freedesktop.Application",
            [
                .method("Activate", takes: ("platform_data", [String: Variant].self)) { (_, _, _) in
                    activate(opening: [])
                },
                .method("Open", takes: ("uris", [String].self), ("platform_data", [String: Variant].self)) {
                    (_, _, urls, _) in
                    activate(opening: urls)
                },
            ])
    }

    private static func activate(opening urls: [String]) {
        DispatchQueue.main.async { UIApplication.shared.activate(opening: urls) }
    }
}
