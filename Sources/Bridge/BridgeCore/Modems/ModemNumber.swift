// SPDX-License-Identifier: MIT

package import CallContract

/// The emergency numbers of modems.
package enum ModemNumber {
    /// The numbers that a modem treats as emergency calls: those that the modem or its SIM name, as far as a registry
    /// takes them, and those of every mobile network, also without a SIM (3GPP TS 22.101).
    package static func emergencyNumbers(named numbers: [String], _ limits: Limits = Limits()) -> [String] {
        var all = everywhere
        for number in numbers where limits.allowsEmergencyNumber(number) && !all.contains(number) {
            guard all.count < limits.emergencyNumbers else { break }
            all.append(number)
        }
        return all
    }

    private static let everywhere = ["112", "911"]
}
