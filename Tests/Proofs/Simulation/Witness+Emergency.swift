// SPDX-License-Identifier: MIT

internal import BusTesting

extension Witness {
    /// Emergency calls are the modem's, and each of its calls to its emergency number is one.
    static func checkEmergency(_ start: BusMessage) throws(Violation) {
        let isModem = start.arguments.first?.string == Cast.modem
        let isEmergency = start.details?["Emergency"]?.bool == true
        guard isModem || !isEmergency else { throw Violation("Only the modem places emergency calls.", "\(start)") }
        let calls = start.arguments.contains { $0.elements?.last?.string == Cast.emergencyNumber }
        guard !isModem || !calls || isEmergency else {
            throw Violation("A call of the modem to its emergency number is an emergency call.", "\(start)")
        }
    }
}
