// SPDX-License-Identifier: MIT
package import CallInterface
package import SDBus

/// The user's directory for a program that runs for long. It follows the owner of the name, asks it for its changes,
/// and waits for no reply. It starts no directory by itself: every call goes to the connection that has the name. Only
/// ``start(then:)`` asks the bus for one.
package final class DirectoryClient {
    /// What happens to the directory.
    package enum News {
        /// A directory has come, and will tell its changes. It may be another one than before, with other contents.
        case came
        case left
        /// Properties of one of its interfaces have these values now.
        case properties(interface: InterfaceName, values: [String: Variant])
        /// The lists of one of its interfaces have other entries now; see ``DirectoryName/changed``.
        case changed(interface: InterfaceName)
    }

    private let directory: RemoteName
    private var slots: [BusSlot] = []
    private var tell: (News) -> Void = { _ in }

    package init(_ session: BusConnection) { directory = RemoteName(DirectoryName.bus, on: session) }

    package var isRunning: Bool { directory.owner != nil }

    /// Follows the directory from now on. Waits for the bus, never for the directory.
    package func begin(_ tell: @escaping (News) -> Void) throws(BusError) {
        self.tell = tell
        slots = try Self.changing.map { (interface) throws(BusError) in
            try directory.onUnicastSignal(interface: interface) { [unowned self] signal in
                guard signal.path == DirectoryName.path, signal.member == DirectoryName.changed.text else { return }
                self.tell(.changed(interface: interface))
            }
        }
        slots.append(
            try directory.onUnicastSignal(interface: StandardInterface.properties) { [unowned self] in heard($0) })
        try directory.begin { [unowned self] in ownerChanged($0) }
    }

    /// Asks the bus to start the directory. If it does, ``News/came`` comes too.
    package func start(then completion: @escaping (BusError?) -> Void) {
        guard !isRunning else { return completion(nil) }
        directory.start(DirectoryName.path, then: completion)
    }

    /// The interfaces that tell their changes.
    private static let changing = [
        DirectoryName.history, DirectoryName.favourites, DirectoryName.lists, DirectoryName.screening,
    ]

    private func ownerChanged(_ newOwner: String?) {
        if newOwner != nil { call(.subscribeToDirectory) { _ in } }
        tell(newOwner == nil ? .left : .came)
    }

    private func heard(_ signal: Message) {
        guard signal.path == DirectoryName.path,
            let (name, values) = try? signal.read(String.self, [String: Variant].self),
            let interface = InterfaceName(name)
        else { return }
        tell(.properties(interface: interface, values: values))
    }

    // MARK: Methods

    /// Calls a method of the directory that runs. `timeout` is in microseconds; 0 is that of the bus. `completion` is
    /// called once, at once if no directory runs.
    package func call<each Argument: BusValue>(
        _ method: DirectoryMethod, _ arguments: repeat each Argument, timeout: UInt64 = 0,
        then completion: @escaping (Result<Message, BusError>) -> Void
    ) {
        guard isRunning else { return completion(.failure(.failed("monkeycall-directory does not run."))) }
        directory.call(
            DirectoryName.path, method.interface, method.member, repeat each arguments, timeout: timeout,
            then: completion)
    }

    /// The properties of one of the directory's interfaces; nil if it does not tell them.
    package func properties(of interface: InterfaceName, then completion: @escaping ([String: Variant]?) -> Void) {
        directory.call(DirectoryName.path, StandardInterface.properties, "GetAll", interface.text) {
            completion(try? $0.get().read([String: Variant].self))
        }
    }
}
