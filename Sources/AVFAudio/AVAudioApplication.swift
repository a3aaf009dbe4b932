// SPDX-License-Identifier: MIT

public import Foundation

/// What holds for all audio of the app.
open class AVAudioApplication: NSObject, @unchecked Sendable {
    private static let one = AVAudioApplication()

    /// The one there is.
    open class var shared: AVAudioApplication { one }

    /// Whether the app may use the microphone.
    public enum recordPermission: Int, Sendable {
        /// The user was not asked.
        case undetermined = 0x756e_6474
        /// The user does not want it.
        case denied = 0x6465_6e79
        /// It may. What Linux always says.
        case granted = 0x6772_6e74
    }

    /// Always granted: Linux asks no user, and a sandbox's own rules show when the device is opened.
    open var recordPermission: recordPermission { .granted }

    /// Says true, on a queue of its own; see ``recordPermission-swift.property``.
    open class func requestRecordPermission(completionHandler response: @escaping @Sendable (Bool) -> Void) {
        DispatchQueue.global().async { response(true) }
    }

    /// True; see ``recordPermission-swift.property``.
    open class func requestRecordPermission() async -> Bool { true }
}
