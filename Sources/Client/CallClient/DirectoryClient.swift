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
        /// The same directory has left out changes, because this program reads too slowly: ask for everything again.
        case continues
        /// Properties of one of its interfaces have these values now.
        case properties(interface: InterfaceName, values: [String: Variant])
        /// The lists of one of its interfaces have other entries now; see ``DirectoryName/changed``.
        case changed(interface: InterfaceName)
    }

    private let directory: RemoteName
    private var slots: [BusSlot] = []
    private var notify: (News) -> Void = { _ in }

    package init(_ session: BusConnection) { directory = RemoteName(DirectoryName.bus, on: session) }

    package var isRunning: Bool { directory.owner != nil }

    /// Follows the directory from now on. Waits for the bus, never for the directory.
    package func begin(_ notify: @escaping (News) -> Void) throws(BusError) {
        self.notify = notify
        slots = try Self.changing.map { (interface) throws(BusError) in
            try directory.onUnicastSignal(interface: interface) { [unowned self] signal in
                guard signal.path == DirectoryName.path, signal.member == DirectoryName.changed.text else { return }
                self.notify(.changed(interface: interface))
            }
        }
        slots.append(
            try directory.onUnicastSignal(interface: StandardInterface.properties) { [unowned self] in received($0) })
        slots.append(
            try directory.onUnicastSignal(interface: DirectoryName.interface) { [unowned self] in
                if $0.endsSubscription { subscribeAgain() }
            })
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
        DirectoryName.apps,
    ]

    private func ownerChanged(_ newOwner: String?) {
        if newOwner != nil { call(.subscribeToDirectory) { _ in } }
        notify(newOwner == nil ? .left : .came)
    }

    private func subscribeAgain() {
        // Before the others read everything again, so that no change is missed.
        call(.subscribeToDirectory) { _ in }
        notify(.continues)
    }

    private func received(_ signal: Message) {
        guard signal.path == DirectoryName.path,
            let (name, values) = try? signal.read(String.self, [String: Variant].self),
            let interface = InterfaceName(name)
        else { return }
        notify(.properties(interface: interface, values: values))
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

// Questions about one caller, which the agent and the window ask alike.

extension DirectoryClient {
    /// What the directory knows about a caller; nil if it does not answer within `timeout` in microseconds, where 0 is
    /// that of the bus.
    package func lookUp(
        _ caller: WireHandle, within timeout: UInt64 = 0, then completion: @escaping ([String: Variant]?) -> Void
    ) {
        call(.lookup, caller, [String: Variant](), timeout: timeout) {
            completion(try? $0.get().read([String: Variant].self))
        }
    }

    /// Opens a picture that the directory named; nil if it cannot be opened. The directory does not decode pictures, so
    /// a damaged one is possible. `size` is the width and height in pixels at which the caller shows it, or 0.
    package func openPicture(_ picture: String, size: UInt32 = 0, then completion: @escaping (BusFile?) -> Void) {
        call(.openPicture, picture, size) { completion(try? $0.get().read(BusFile.self)) }
    }

    /// Blocks exactly this caller.
    package func block(
        _ caller: WireHandle, timeout: UInt64 = 0, then completion: @escaping (BusError?) -> Void
    ) {
        call(.addRule, RuleKind.caller.rawValue, caller.written, Verdict.reject.rawValue, timeout: timeout) {
            completion($0.failure)
        }
    }
}

/// An address of a contact.
package struct ContactAddress: Hashable, Sendable {
    /// The name of the contact.
    package let name: String
    package let handle: Handle
    /// `home`, `work`, `mobile`, `fax`, `pager` or empty.
    package let use: String
    /// The number as people write it in the user's country; empty if it is not known.
    package let formatted: String

    package init(name: String, handle: Handle, use: String, formatted: String = "") {
        (self.name, self.handle, self.use, self.formatted) = (name, handle, use, formatted)
    }

    /// The number or address for people.
    package var text: String { formatted.isEmpty ? handle.value : formatted }

    /// Whether it can be called: no person answers a fax machine or a pager.
    package var canBeCalled: Bool { !["fax", "pager"].contains(use) }

    /// The addresses in a result of `Search`.
    package static func all(of contact: [String: Variant]) -> [ContactAddress] {
        let formatted = contact[.formatted]?.strings ?? []
        return (contact[.addresses]?.array(of: "(sss)") ?? []).enumerated().compactMap { place, address in
            guard case .structure(let fields) = address, fields.count == 3, let type = fields[0].string,
                let value = fields[1].string, let use = fields[2].string, let kind = Handle.Kind(rawValue: type)
            else { return nil }
            return ContactAddress(
                name: contact.text(.name), handle: Handle(kind: kind, value: value), use: use,
                formatted: formatted.indices.contains(place) ? formatted[place] : "")
        }
    }
}

/// A rule of the user, as `ListRules` tells it.
package struct RuleRecord: Hashable, Sendable {
    package let properties: [String: Variant]

    package init(_ properties: [String: Variant]) { self.properties = properties }

    package var id: Int64 { Int64(clamping: properties.time(.rule)) }
    package var kind: Received<RuleKind> { properties.word(.kind) }
    package var pattern: String { properties.text(.pattern) }
    package var verdict: Received<Verdict> { properties.word(.verdict) }

    /// Whether the rule has that pattern, in any of its spellings.
    package func has(_ kind: RuleKind, _ pattern: String) -> Bool {
        self.kind == kind && Self.plain(self.pattern) == Self.plain(pattern)
    }

    private static func plain(_ pattern: String) -> String { pattern.lowercased().filter { !" +*@".contains($0) } }
}

extension WireHandle {
    /// `TYPE:VALUE`, so that the directory need not guess the type; empty for a hidden caller.
    package var written: String { value.isEmpty ? "" : "\(type):\(value)" }
}
