// SPDX-License-Identifier: MIT

import ArgumentParser

/// systemd and the bus start the service without options. It does not use the parser then, which takes as long as
/// everything else together until the service owns its name.
@main
enum Main {
    static func main() {
        guard CommandLine.arguments.count == 1 else { return MonkeyCallDaemon.main() }
        do throws(ExitCode) { try Daemon().run() } catch { MonkeyCallDaemon.exit(withError: error) }
    }
}
