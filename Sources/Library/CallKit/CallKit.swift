// SPDX-License-Identifier: MIT

// `import CallKit` brings these modules along, as on Apple's systems.
@_exported public import AVFAudio
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import Intents

/// The name of a queue in older code.
public typealias dispatch_queue_t = DispatchQueue

/// Calls `body`. Swift on Linux has no autorelease pools: an object is freed with its last reference.
public func autoreleasepool<Result, Failure: Error>(invoking body: () throws(Failure) -> Result) throws(Failure)
    -> Result
{
    try body()
}
