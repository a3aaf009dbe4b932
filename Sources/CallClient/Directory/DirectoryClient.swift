// SPDX-License-Identifier: MIT
package import CallInterface
package import SDBus

/// The user's directory for a program that runs for long. It follows the owner of the name, asks it for its changes, and waits
/// for no reply. It starts no directory by itself: every call goes to the connection that has the name. Only ``start(then:)``
/// asks the bus for one.
package final class DirectoryClient {
    /// What happens to the directory.
    package enum News {
        /// A directory has come, and will tell its changes. It may be another one than before, with other contents.
        case came
        case left
        /// Properties of one of its interfaces have these values now.
        case properties(interface: String, values: [String: Variant])
        /// The lists of one of its interfaces have other entries now; see ``DirectoryName/changed``.
        case changed(interface: String)
    }

    private let session: BusConnection
    /// nil while no directory runs.
    private var owner: String?
    private var slots: [BusSlot] = []
    private var tell: (News) -> Void = { _ in }

    package init(_ session: BusConnection) { self.session = session }

    package var isRunning: Bool { owner != nil }

    /// Follows the directory from now on. Waits for the bus, never for the directory.
    package func begin(_ tell: @escaping (News) -> Void) throws(BusError) {
        self.tell = tell
        slots = [
            try session.watchName(DirectoryName.bus) { [unowned self] in ownerChanged($0) },
            try session.onUnicastSignal(interface: StandardInterface.properties) { [unowned self] in heard($0) },
        ]
        slots += try Self.changing.map { (interface) throws(BusError) in
            try session.onUnicastSignal(interface: interface) { [unowned self] signal in
                guard isGenuine(signal), signal.member == DirectoryName.changed else { return }
                self.tell(.changed(interface: interface))
            }
        }
        ownerChanged(try session.owner(of: DirectoryName.bus))
    }

    /// Asks the bus to start the directory. If it does, ``News/came`` comes too.
    package func start(then completion: @escaping (BusError?) -> Void) {
        guard !isRunning else { return completion(nil) }
        let target = CallTarget(DirectoryName.bus, DirectoryName.path, StandardInterface.peer, "Ping")
        send(target) { reply in
            if case .failure(let error) = reply { completion(error) } else { completion(nil) }
        }
    }

    /// The interfaces that tell their changes.
    private static let changing = [
        DirectoryName.history, DirectoryName.favourites, DirectoryName.lists, DirectoryName.screening,
    ]

    private func ownerChanged(_ newOwner: String?) {
        guard newOwner != owner else { return }
        owner = newOwner
        if newOwner != nil { call(.subscribeToDirectory) { _ in } }
        tell(newOwner == nil ? .left : .came)
    }

    private func heard(_ signal: Message) {
        guard isGenuine(signal), let (interface, values) = try? signal.read(String.self, [String: Variant].self)
        else { return }
        tell(.properties(interface: interface, values: values))
    }

    /// Any connection can send any signal to this one.
    private func isGenuine(_ signal: Message) -> Bool { signal.sender == owner && signal.path == DirectoryName.path }

    // MARK: Methods

    /// Calls a method of the directory that runs. `timeout` is in microseconds; 0 is that of the bus. `completion` is called
    /// once, at once if no directory runs.
    package func call<each Argument: BusValue>(
        _ method: DirectoryMethod, _ arguments: repeat each Argument, timeout: UInt64 = 0,
        then completion: @escaping (Result<Message, BusError>) -> Void
    ) {
        guard let owner else { return completion(.failure(.failed("monkeycall-directory does not run."))) }
        let target = CallTarget(owner, DirectoryName.path, method.interface, method.member)
        send(target, repeat each arguments, timeout: timeout, then: completion)
    }

    /// The properties of one of the directory's interfaces; nil if it does not tell them.
    package func properties(of interface: String, then completion: @escaping ([String: Variant]?) -> Void) {
        guard let owner else { return completion(nil) }
        send(CallTarget(owner, DirectoryName.path, StandardInterface.properties, "GetAll"), interface) {
            completion(try? $0.get().read([String: Variant].self))
        }
    }

    private func send<each Argument: BusValue>(
        _ target: CallTarget, _ arguments: repeat each Argument, timeout: UInt64 = 0,
        then completion: @escaping (Result<Message, BusError>) -> Void
    ) {
        do throws(BusError) {
            try session.callAsync(target, repeat each arguments, timeout: timeout, completion: completion)
        } catch {
            completion(.failure(error))
        }
    }
}
