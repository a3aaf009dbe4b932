// SPDX-License-Identifier: MIT

import Dispatch

/// How a session is activated by ``AVAudioSession/activate(options:completionHandler:)``. There are none.
public struct AVAudioSessionActivationOptions: OptionSet, Sendable {
    /// Apple's bits.
    public let rawValue: UInt
    /// Those bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension AVAudioSession {
    /// Activates the session as ``setActive(_:options:)`` does, and says on a queue of its own whether it is.
    public func activate(
        options: AVAudioSessionActivationOptions = [],
        completionHandler handler: @escaping @Sendable (_ activated: Bool, _ error: (any Error)?) -> Void
    ) {
        DispatchQueue.global().async { [self] in
            do {
                try setActive(true)
                handler(true, nil)
            } catch {
                handler(false, error)
            }
        }
    }

    /// Activates the session as ``setActive(_:options:)`` does, without blocking. True, or it throws.
    public func activate(options: AVAudioSessionActivationOptions = []) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            activate(options: options) { activated, error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: activated) }
            }
        }
    }

    /// True; see ``recordPermission-swift.property``.
    public func requestRecordPermission() async -> Bool { true }
}
