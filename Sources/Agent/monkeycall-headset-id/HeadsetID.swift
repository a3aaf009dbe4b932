// SPDX-License-Identifier: MIT

import Glibc
import HeadsetReports
import SystemFiles

/// For udev: tells whether a HID device is a headset with buttons for calls, as `fido_id` of systemd does for security
/// keys. Root runs it on what the device says, so it does nothing but read that.
@main
struct HeadsetID {
    static func main() {
        guard CommandLine.arguments.count == 2, let folder = CommandLine.arguments.last else {
            print("Usage: monkeycall-headset-id FOLDER    (FOLDER: the folder of a hidraw device in /sys)")
            exit(64)
        }
        let bytes = KernelFile.bytes(folder + "/device/report_descriptor", limit: 8192)
        guard (try? HeadsetLayout(descriptor: bytes)) != nil else { exit(1) }
        print("ID_CALL_HEADSET=1")
    }
}
