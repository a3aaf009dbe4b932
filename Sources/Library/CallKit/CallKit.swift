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

// On Apple's systems every object can be an argument of NSLog and String(format:), where %@ prints its description.
// Foundation on Linux expects a string there and crashes on any other object, so each object passes its description.

extension _CVarArgObject where Self: NSObject {
    /// The description, which outlives the call that it is an argument of.
    public var _cVarArgObject: any CVarArg { description._cVarArgObject }
    /// The description as an argument.
    public var _cVarArgEncoding: [Int] { description._cVarArgEncoding }
}

extension CXAction: _CVarArgObject {}
extension CXCall: _CVarArgObject {}
extension CXCallController: _CVarArgObject {}
extension CXCallDirectoryManager: _CVarArgObject {}
extension CXCallDirectoryProvider: _CVarArgObject {}
extension CXCallObserver: _CVarArgObject {}
extension CXCallUpdate: _CVarArgObject {}
extension CXHandle: _CVarArgObject {}
extension CXProvider: _CVarArgObject {}
extension CXProviderConfiguration: _CVarArgObject {}
extension CXTransaction: _CVarArgObject {}
extension NSExtensionContext: _CVarArgObject {}

extension AVAudioApplication: _CVarArgObject {}
extension AVAudioSession: _CVarArgObject {}
extension AVAudioSessionPortDescription: _CVarArgObject {}
extension AVAudioSessionRouteDescription: _CVarArgObject {}

extension INCallRecord: _CVarArgObject {}
extension INCallRecordFilter: _CVarArgObject {}
extension INExtension: _CVarArgObject {}
extension INImage: _CVarArgObject {}
extension INIntent: _CVarArgObject {}
extension INIntentResolutionResult: _CVarArgObject {}
extension INIntentResponse: _CVarArgObject {}
extension INInteraction: _CVarArgObject {}
extension INPerson: _CVarArgObject {}
extension INPersonHandle: _CVarArgObject {}
extension NSUserActivity: _CVarArgObject {}
