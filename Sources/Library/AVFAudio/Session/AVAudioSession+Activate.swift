// SPDX-License-Identifier: MIT

import Dispatch

/// Options of ``AVAudioSession/activate(options:completionHandler:)``. There are none yet.
public struct AVAudioSessionActivationOptions: OptionSet, Sendable {
    /// The bits on Apple's systems.
    public let rawValue: UInt
    /// The options with those bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension AVAudioSession {
    /// Activates the session as ``setActive(_:options:)`` does, and calls `handler` on a background queue.
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

    /// Activates the session as ``setActive(_:options:)`` does, without blocking. Returns true or throws.
    public func activate(options: AVAudioSessionActivationOptions = []) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            activate(options: options) { activated, error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: activated) }
            }
        }
    }

    /// Returns true; see ``recordPermission-swift.property``.
    public func requestRecordPermission() async -> Bool { true }
}
