// SPDX-License-Identifier: MIT

import CallKit

extension Actor {
    func reload(_ identifier: String) {
        CXCallDirectoryManager.sharedInstance.reloadExtension(withIdentifier: identifier) { [self] error in
            say(error.map { "not reloaded \(Words.error($0))" } ?? "reloaded")
        }
    }

    func sayStatus(of identifier: String) {
        CXCallDirectoryManager.sharedInstance.getEnabledStatusForExtension(withIdentifier: identifier) {
            [self] status, error in
            say("status \(status)" + (error.map { " \(Words.error($0))" } ?? ""))
        }
    }

    /// `isAsync`: with the method that an async function calls.
    func openSettings(isAsync: Bool) {
        let manager = CXCallDirectoryManager.sharedInstance
        let finish: @Sendable ((any Error)?) -> Void = { [self] error in
            say(error.map { "not opened \(Words.error($0)) \($0.localizedDescription)" } ?? "opened")
        }
        guard isAsync else { return manager.openSettings(completionHandler: finish) }
        Task {
            do {
                try await manager.openSettings()
                finish(nil)
            } catch {
                finish(error)
            }
        }
    }
}
