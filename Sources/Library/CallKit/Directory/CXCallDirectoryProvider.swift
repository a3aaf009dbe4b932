// SPDX-License-Identifier: MIT

internal import CallLibrary
internal import Dispatch
public import Foundation

/// A telephone number as an integer: the country code and the rest, without `+`.
public typealias CXCallDirectoryPhoneNumber = Int64
/// The largest number that an entry can have. The directory accepts numbers of at most 15 digits.
public let CXCallDirectoryPhoneNumberMax: CXCallDirectoryPhoneNumber = .max - 1

/// Labels and blocks numbers. Subclass it and override ``beginRequest(with:)-(CXCallDirectoryExtensionContext)``.
///
/// On Linux an extension is a program of its own, which the session bus starts for a request. Its main.swift has one
/// line:
///
/// ```swift
/// CallDirectoryHandler().serve(as: "org.example.Phone.BlockList")
/// ```
open class CXCallDirectoryProvider: NSObject, NSExtensionRequestHandling {
    /// The queue of the extension's requests.
    static let queue = DispatchQueue(label: "org.monkeycall.CallKit.extension")

    /// Fills the directory. By default it adds nothing.
    open func beginRequest(with context: CXCallDirectoryExtensionContext) {}

    /// Forwards the request of a directory.
    open func beginRequest(with context: NSExtensionContext) {
        if let context = context as? CXCallDirectoryExtensionContext { beginRequest(with: context) }
    }

    /// Serves the requests of the user's directory, on a queue of its own, until the process has had none for five
    /// seconds and exits. Call it on the main thread, which runs the main queue meanwhile. Only on Linux.
    /// - Parameter identifier: The extension's name: the name of its desktop file without `.desktop`, and its name on
    ///   the bus.
    public func serve(as identifier: String) -> Never {
        let provider = Confined(self)
        let contexts = Contexts()
        ExtensionService.run(identifier) { load in
            Self.queue.async {
                let context = contexts.make(for: load)
                provider.value.beginRequest(with: context)
            }
        }
        while true { RunLoop.main.run(until: .distantFuture) }
    }
}

/// The contexts of the requests that have not ended, on the queue of the requests.
private final class Contexts: @unchecked Sendable {
    private var open: [ObjectIdentifier: CXCallDirectoryExtensionContext] = [:]

    func make(for load: ListLoadLink) -> CXCallDirectoryExtensionContext {
        let request = DirectoryRequest(load)
        let id = ObjectIdentifier(request)
        let context = CXCallDirectoryExtensionContext(request) { [self] in open[id] = nil }
        open[id] = context
        return context
    }
}
