// SPDX-License-Identifier: MIT

public import Foundation

/// The app's permission to record.
open class AVAudioApplication: NSObject, @unchecked Sendable {
    private static let one = AVAudioApplication()

    /// The only instance.
    open class var shared: AVAudioApplication { one }

    /// Whether the app may use the microphone.
    public enum recordPermission: Int, Sendable {
        /// The user was not asked yet. Never on Linux.
        case undetermined = 0x756e_6474
        /// The user refused. Never on Linux.
        case denied = 0x6465_6e79
        /// The app may record. Always on Linux.
        case granted = 0x6772_6e74
    }

    /// Always granted: Linux does not ask the user. If a sandbox forbids recording, opening the device fails.
    open var recordPermission: recordPermission { .granted }

    /// Calls `response` with true, on a background queue; see ``recordPermission-swift.property``.
    open class func requestRecordPermission(completionHandler response: @escaping @Sendable (Bool) -> Void) {
        DispatchQueue.global().async { response(true) }
    }

    /// Returns true; see ``recordPermission-swift.property``.
    open class func requestRecordPermission() async -> Bool { true }
}
