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
}
