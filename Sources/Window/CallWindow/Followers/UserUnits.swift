// SPDX-License-Identifier: MIT

import CallHealth
import SDBus

/// The user's systemd, which starts the parts of MonkeyCall.
@MainActor
final class UserUnits {
    /// nil without a session.
    private let session: BusConnection?

    init(_ session: BusConnection?) { self.session = session }

    /// Asks for the start of a unit. `body` gets nil if the manager has begun with it.
    func start(_ unit: String, then body: @escaping (UnitFailure?) -> Void) {
        guard let session else { return body(.noManager) }
        session.ask(UserManager.target("StartUnit"), unit, "replace") { reply in
            body(reply.failure.map(UnitFailure.init))
        }
    }

    /// The same for a unit that the next login starts. Any other one stays as the user wants it.
    func startEnabled(_ unit: String, then body: @escaping (UnitFailure?) -> Void) {
        guard let session else { return body(.noManager) }
        session.ask(UserManager.target("GetUnitFileState"), unit) { [weak self] reply in
            do throws(BusError) {
                guard try reply.get().read(String.self) == "enabled" else { return body(.unwanted) }
                self?.start(unit, then: body)
            } catch {
                body(UnitFailure(error))
            }
        }
    }
}
