// SPDX-License-Identifier: MIT

import CallClient
import CallContract
import CallInterface
import DirectoryDatabase
import SDBus

extension Registry {
    /// Why the line of a sandboxed app cannot make the call; nil = it can. The app may have reported a call that the
    /// user did not make, and left. So its line is that app and nothing else: neither another program with the
    /// identifier, nor the modem that the service asks for an emergency number.
    func refusal(of line: ReportedLine, calling handle: Handle) -> BusError? {
        let isThere = providers.values.contains { $0.identifier == line.provider && $0.appID == line.app }
        let isEmergency = handle.kind == .phoneNumber && emergencyNumbers.contains(handle.dialable ?? "")
        guard !isThere || isEmergency else { return nil }
        return BusError(
            name: CallError.Code.unknownProvider.name,
            message: isThere
                ? "The sandboxed app \(line.app) reported this call to an emergency number. Dial the number yourself."
                : "The app \(line.app) made this call, and is not running. Start it and ask again, or dial the number yourself."
        )
    }

    private var emergencyNumbers: Set<String> {
        Set(providers.values.flatMap { $0.properties[.emergencyNumbers]?.strings ?? [] })
    }
}
