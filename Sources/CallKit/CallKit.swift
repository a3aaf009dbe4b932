// SPDX-License-Identifier: MIT

// What an app gets with `import CallKit`, as on Apple's systems.
@_exported public import AVFAudio
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import Intents

/// A queue, as older code spells it.
public typealias dispatch_queue_t = DispatchQueue

/// Calls the body. Swift on Linux has no pools: objects go when nobody holds them.
public func autoreleasepool<Result, Failure: Error>(invoking body: () throws(Failure) -> Result) throws(Failure)
    -> Result
{
    try body()
}
