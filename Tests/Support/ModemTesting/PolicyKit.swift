// SPDX-License-Identifier: MIT

package import BusTesting
package import Foundation

/// The real polkitd on a private system bus. Its rules are the files of the repository that a package installs, in
/// place of those that an administrator wrote on this machine.
package final class PolicyKit {
    package static let program = "/usr/lib/polkit-1/polkitd"
    private let process: ChildProcess
    private let rules = try? TemporaryDirectory()

    package init(on bus: BusDaemon, rules files: [URL]) throws {
        guard let rules else { throw SupportError("there is no folder for the rules of polkit") }
        for file in files {
            try rules.write(String(contentsOf: file, encoding: .utf8), to: file.lastPathComponent)
        }
        let script = "mount --bind \"$1\" /etc/polkit-1/rules.d && exec \"$2\" --no-debug"
        process = try ChildProcess(
            ["unshare", "--mount", "--propagation=private", "sh", "-c", script, "sh", rules.url.path, Self.program],
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
        try BusClient(address: bus.address).waitForName("org.freedesktop.PolicyKit1")
    }

    deinit { process.terminate() }
}
