// SPDX-License-Identifier: MIT

internal import CallInterface
import Foundation
internal import SDBus

extension AVAudioSession {
    /// The codes of the errors that a session throws, which are `NSError`s of `NSOSStatusErrorDomain`. Their
    /// `localizedDescription` says what is wrong, then what to do.
    ///
    /// ```swift
    /// catch let error as NSError where error.code == AVAudioSession.ErrorCode.insufficientPriority.rawValue { … }
    /// ```
    public enum ErrorCode: Int, Sendable {
        /// No error.
        case none = 0
        /// Never on Linux.
        case mediaServicesFailed = 0x6d73_7276
        /// Never on Linux: the session does not know about playback.
        case isBusy = 0x2161_6374
        /// Never on Linux.
        case incompatibleCategory = 0x2163_6174
        /// Never on Linux.
        case cannotInterruptOthers = 0x2169_6e74
        /// The app may not choose the route, because it is in a sandbox.
        case missingEntitlement = 0x656e_743f
        /// Never on Linux.
        case siriIsRecording = 0x7369_7269
        /// Never on Linux.
        case cannotStartPlaying = 0x2170_6c61
        /// Never on Linux.
        case cannotStartRecording = 0x2172_6563
        /// The device does not exist or is not available.
        case badParam = -50
        /// Another app's call has the audio.
        case insufficientPriority = 0x2170_7269
        /// There is no such device, or no shell to switch to it.
        case resourceNotAvailable = 0x2172_6573
        /// The cause is not known.
        case unspecified = 0x7768_6174
        /// Never on Linux.
        case expiredSession = 0x2173_6573
        /// Never on Linux.
        case sessionNotActive = 0x696e_6163

        /// An `NSError`, as on Apple's systems: `catch let error as NSError` works on Linux only with one.
        func error(_ message: String) -> NSError {
            NSError(osStatus: rawValue, message)
        }
    }
}

extension NSError {
    /// An error of the audio system as on Apple's systems.
    convenience init(osStatus: Int, _ message: String) {
        self.init(domain: NSOSStatusErrorDomain, code: osStatus, userInfo: [NSLocalizedDescriptionKey: message])
    }
}

extension BusError {
    /// The service's refusal as a session throws it.
    var audioSessionError: NSError {
        let code: AVAudioSession.ErrorCode =
            switch name {
            case CallManagerName.errorPrefix + "NoShell": .resourceNotAvailable
            case StandardErrorName.accessDenied: .missingEntitlement
            case StandardErrorName.invalidArgs: .badParam
            default: .unspecified
            }
        return code.error(message)
    }
}
