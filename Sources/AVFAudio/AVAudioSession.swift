// SPDX-License-Identifier: MIT

public import Foundation

/// The audio session of the app.
open class AVAudioSession: NSObject, @unchecked Sendable {
    private static let shared = AVAudioSession()

    /// The one there is.
    open class func sharedInstance() -> AVAudioSession { shared }
}
