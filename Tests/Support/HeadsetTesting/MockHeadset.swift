// SPDX-License-Identifier: MIT

package import BusTesting
import Foundation
package import HeadsetReports

/// A headset of umockdev: its files in `/sys` and `/dev` are there for one program only. A script waits for the bytes
/// that the program writes, and then sends the bytes of a press.
package struct MockHeadset {
    private let device: String
    private let script: String

    /// A hook switch that latches (bit 0), flash (1) and mute (2), which are relative; the lights off-hook (0), mute
    /// (1), ring (2), hold (3) and microphone (4). All in reports of number 2.
    package static let descriptor =
        "050B0905A1018502050B1500250175010920950181220921092F950281069505810105080917090909180920092195059122950391"
        + "01C0"

    /// The name that it tells the kernel.
    package static let name = "Example Headset 65"

    /// A step of the script: lights that the program must set, or bytes of buttons that the headset then sends.
    package enum Step {
        case lights(Set<HeadsetLight>)
        case buttons(UInt8)
        /// The user presses the hook switch again and again, because the first presses may come so soon after the
        /// lights that they count as an echo. The last step of a script: after the press that acts, the others must
        /// mean nothing.
        case hookUntilItActs

        fileprivate var line: String {
            switch self {
            case .lights(let lights): "w 0 " + Step.text(lights.reduce(0) { $0 | Step.bit($1) }) + "\n"
            case .buttons(let bits): "r 0 " + Step.text(bits) + "\n"
            case .hookUntilItActs:
                String(repeating: "r 100 " + Step.text(1) + "\nr 100 " + Step.text(0) + "\n", count: 300)
            }
        }

        /// umockdev writes control characters as `^@`, `^A` and so on.
        private static func text(_ bits: UInt8) -> String { "^B^" + String(UnicodeScalar(0x40 + bits)) }

        private static func bit(_ light: HeadsetLight) -> UInt8 {
            switch light {
            case .offHook: 1
            case .mute: 2
            case .ring: 4
            case .hold: 8
            case .microphone: 16
            }
        }
    }

    /// Writes the files of the headset to the folder.
    package init(
        _ steps: [Step], descriptor: String = MockHeadset.descriptor, in folder: TemporaryDirectory
    ) throws {
        let path = "/devices/usb1/0003:0B0E:0001.0001"
        let dump = """
            P: \(path)
            E: SUBSYSTEM=hid
            E: HID_NAME=\(Self.name)
            H: report_descriptor=\(descriptor)

            P: \(path)/hidraw/hidraw0
            N: hidraw0
            E: DEVNAME=/dev/hidraw0
            E: SUBSYSTEM=hidraw
            L: device=../../../0003:0B0E:0001.0001

            """
        device = try folder.write(dump, to: "device").path
        script = try folder.write(steps.map(\.line).joined(), to: "script").path
    }

    /// The command that runs a program with the headset.
    package func command(_ program: [String]) -> [String] {
        ["umockdev-run", "-d", device, "-s", "/dev/hidraw0=" + script, "--"] + program
    }
}
