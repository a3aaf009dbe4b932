// SPDX-License-Identifier: MIT

// What an app gets with `import CallKit`, as on Apple's systems.
@_exported public import AVFAudio
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import Intents

/// A queue, as older code spells it.
public typealias dispatch_queue_t = DispatchQueue
