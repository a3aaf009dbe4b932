// SPDX-License-Identifier: MIT

/// A request to the server. It ends exactly once: with the answer, or without one when the connection ends.
class PulseRequest {
    private unowned let context: PulseContext
    private let completion: (Bool) -> Void

    init(_ context: PulseContext, _ completion: @escaping (Bool) -> Void) {
        (self.context, self.completion) = (context, completion)
    }

    final func finish(_ isDone: Bool) {
        withExtendedLifetime(self) {
            context.forget(self)
            end(isDone)
        }
    }

    func end(_ isDone: Bool) { completion(isDone) }
}

/// A request that the server answers with one value at a time.
final class PulseList<Value>: PulseRequest {
    private var values: [Value] = []
    private let listed: ([Value]?) -> Void

    init(_ context: PulseContext, _ completion: @escaping ([Value]?) -> Void) {
        listed = completion
        super.init(context) { _ in }
    }

    override func end(_ isDone: Bool) { listed(isDone ? values : nil) }

    /// For libpulse's callback: adds a value, or ends the list.
    static func received<Info>(
        _ info: UnsafePointer<Info>?, _ end: Int32, _ data: UnsafeMutableRawPointer?, _ value: (Info) -> Value
    ) {
        guard let data else { return }
        let list = Unmanaged<PulseList<Value>>.fromOpaque(data).takeUnretainedValue()
        if end == 0, let info { list.values.append(value(info.pointee)) } else { list.finish(end > 0) }
    }

    /// The same for a request with one value as its answer.
    static func received<Info>(
        _ info: UnsafePointer<Info>?, _ data: UnsafeMutableRawPointer?, _ value: (Info) -> Value
    ) {
        if info != nil { received(info, 0, data, value) }
        received(info, info == nil ? -1 : 1, data, value)
    }
}
