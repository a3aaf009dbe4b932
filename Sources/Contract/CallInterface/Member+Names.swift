// SPDX-License-Identifier: MIT

public import CallContract
public import SDBus

// The members of the contract's interfaces, by the names that the clients use too. They are inlinable because the
// compiler then specializes them for their arguments.

extension Member {
    /// A property, which has the name of its key.
    @inlinable
    public static func property<Value: BusValue & Equatable>(
        _ key: Key, emits: PropertyChange = .change, _ getter: @escaping (Node) -> Value
    ) -> Member {
        property(key.member, emits: emits, getter)
    }

    /// The same for a value that is costly to get: `comparing` returns a mark that differs if the value does.
    @inlinable
    public static func property<Value: BusValue, Mark: Equatable>(
        _ key: Key, emits: PropertyChange = .change, comparing mark: @escaping (Node) -> Mark,
        _ getter: @escaping (Node) -> Value
    ) -> Member {
        property(key.member, emits: emits, comparing: mark, getter)
    }

    /// A method.
    @inlinable
    public static func method<each In: BusValue, each Out: BusValue>(
        _ name: MethodName, for access: Access = .everyone, takes arguments: repeat (String, (each In).Type),
        returns results: repeat (String, (each Out).Type),
        by handler: @escaping (Node, MethodCall, repeat each In) throws(BusError) -> (repeat each Out)
    ) -> Member {
        method(name.member, for: access, takes: repeat each arguments, returns: repeat each results, by: handler)
    }

    /// A method that replies later.
    @inlinable
    public static func deferredMethod<each In: BusValue, each Out: BusValue>(
        _ name: MethodName, for access: Access = .everyone, takes arguments: repeat (String, (each In).Type),
        returns results: repeat (String, (each Out).Type),
        by handler:
            @escaping (Node, MethodCall, PendingReply<repeat each Out>, repeat each In) throws(BusError) -> Void
    ) -> Member {
        deferredMethod(
            name.member, for: access, takes: repeat each arguments, returns: repeat each results, by: handler)
    }

    /// A method of a directory.
    package static func method<each In: BusValue, each Out: BusValue>(
        _ name: DirectoryMethod, for access: Access = .everyone, takes arguments: repeat (String, (each In).Type),
        returns results: repeat (String, (each Out).Type),
        by handler: @escaping (Node, MethodCall, repeat each In) throws(BusError) -> (repeat each Out)
    ) -> Member {
        method(name.member, for: access, takes: repeat each arguments, returns: repeat each results, by: handler)
    }

    /// A method of a directory that replies later.
    package static func deferredMethod<each In: BusValue, each Out: BusValue>(
        _ name: DirectoryMethod, for access: Access = .everyone, takes arguments: repeat (String, (each In).Type),
        returns results: repeat (String, (each Out).Type),
        by handler:
            @escaping (Node, MethodCall, PendingReply<repeat each Out>, repeat each In) throws(BusError) -> Void
    ) -> Member {
        deferredMethod(
            name.member, for: access, takes: repeat each arguments, returns: repeat each results, by: handler)
    }

    /// A signal, for introspection.
    @inlinable
    public static func signal(
        _ name: SignalName, _ arguments: [(name: String, type: any BusValue.Type)] = []
    ) -> Member {
        signal(name.member, arguments)
    }
}
