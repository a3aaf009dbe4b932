// SPDX-License-Identifier: MIT

/// The properties of one interface of an object of a program, as they are now. A message with a text that libsystemd
/// refuses cannot be read: then the properties are asked for one by one, and only the one with the text is missing.
package final class RemoteObject {
    private let program: RemoteName
    private let path: ObjectPath
    private let interface: InterfaceName
    private let names: Set<String>
    private var changed: () -> Void = {}
    private var slots: [BusSlot] = []
    /// Tells of its changes to this connection alone, after a call of this method.
    private let subscription: MemberName?
    /// The signal that it has left out changes, because this connection reads too slowly.
    private let ended: MemberName?
    /// What an owner has told; nil while there is none.
    private var told: (owner: String, properties: [String: Variant], single: SingleProperties)?

    /// `names` are those of the properties that are kept. `subscription` is the method by which the object tells its
    /// changes to a caller; nil = it tells them to everybody. After the signal `ended` of the interface the object is
    /// read again; nil = it has no such signal.
    package init(
        _ program: RemoteName, _ path: ObjectPath, _ interface: InterfaceName, _ names: [String],
        subscription: MemberName? = nil, ended: MemberName? = nil
    ) {
        (self.program, self.path, self.interface, self.names) = (program, path, interface, Set(names))
        (self.subscription, self.ended) = (subscription, ended)
    }

    /// Empty while no program has the name or the name is not followed, and until the program has answered.
    package var properties: [String: Variant] { isPresent ? told?.properties ?? [:] : [:] }

    /// `RemoteName.end()` tells nobody.
    private var isPresent: Bool { told != nil && told?.owner == program.owner }

    /// Follows the properties from now on, and calls `changed` after each change. Call it before the name is followed.
    package func begin(_ changed: @escaping () -> Void) throws(BusError) {
        self.changed = changed
        let receive: (Message) -> Void = { [unowned self] in received($0) }
        slots = [
            subscription == nil
                ? try program.onSignal(
                    path: path, interface: StandardInterface.properties, member: "PropertiesChanged", receive)
                : try program.onUnicastSignal(interface: StandardInterface.properties, receive)
        ]
        if let ended {
            slots.append(
                try program.onUnicastSignal(interface: interface) { [unowned self] signal in
                    if signal.path == path, signal.member == ended.text { read() }
                })
        }
        program.observe { [weak self] in self?.follow($0) }
    }

    private func follow(_ owner: String?) {
        guard let owner else {
            told = nil
            return changed()
        }
        let life = RemoteLife(owner, on: program.connection)
        told = (owner, [:], SingleProperties(of: life, interface, names.sorted()))
        read()
    }

    private func read() {
        // First, so that no change is missed.
        if let subscription { program.call(path, interface, subscription) }
        program.call(path, StandardInterface.properties, "GetAll", interface.text) { [weak self] reply in
            guard let self, let message = try? reply.get() else { return }
            if let found = try? message.read([String: Variant].self) { merge(found) } else { askEach() }
        }
    }

    private func received(_ signal: Message) {
        guard signal.path == path, signal.member == "PropertiesChanged",
            (try? signal.read(String.self)) == interface.text, told?.single.askAgain(path) == false
        else { return }
        guard let changes = PropertyChanges(signal), names.isDisjoint(with: changes.invalidated) else {
            return askEach()
        }
        merge(changes.values)
    }

    /// Asks for each property, because a message cannot be read, or lacks the new value of one.
    private func askEach() { told?.single.ask(path) { [unowned self] in keep($0) } }

    private func merge(_ values: [String: Variant]) { keep(properties.merging(values) { $1 }) }

    private func keep(_ values: [String: Variant]) {
        let new = values.filter { names.contains($0.key) }
        guard isPresent, new != properties else { return }
        told?.properties = new
        changed()
    }
}

/// What a `PropertiesChanged` tells of an interface.
package struct PropertyChanges {
    package let interface: String
    package let values: [String: Variant]
    /// The names of properties that have new values, which the signal does not tell.
    package let invalidated: [String]

    /// nil if the signal cannot be read.
    package init?(_ signal: Message) {
        guard let read = try? signal.read(String.self, [String: Variant].self, [String].self) else { return nil }
        (interface, values, invalidated) = read
    }
}

/// The properties of objects with one interface, asked for one by one. libsystemd reads no message that has a
/// noncharacter of Unicode, such as U+FFFF in the name of a caller. A property with such a text is left out, and the
/// others are known.
package final class SingleProperties {
    private let program: RemoteLife
    private let interface: InterfaceName
    private let names: [String]
    /// By the path of the object. A later question takes the place of an earlier one.
    private var questions: [ObjectPath: Question] = [:]

    private final class Question {
        var missing: Int
        var found: [String: Variant] = [:]
        let body: ([String: Variant]) -> Void

        init(_ count: Int, _ body: @escaping ([String: Variant]) -> Void) { (missing, self.body) = (count, body) }
    }

    package init(of program: RemoteLife, _ interface: InterfaceName, _ names: [String]) {
        (self.program, self.interface, self.names) = (program, interface, names)
    }

    /// `body` gets the properties that can be read: none of an object that is gone or has another interface.
    package func ask(_ path: ObjectPath, then body: @escaping ([String: Variant]) -> Void) {
        let question = Question(names.count, body)
        questions[path] = question
        for name in names {
            program.get(name, path, interface) { [weak self] value in
                question.found[name] = value
                question.missing -= 1
                guard question.missing == 0, let self, questions[path] === question else { return }
                questions[path] = nil
                question.body(question.found)
            }
        }
    }

    /// The object has changed, so earlier answers may be wrong. Returns whether it is asked about.
    @discardableResult
    package func askAgain(_ path: ObjectPath) -> Bool {
        guard let question = questions[path] else { return false }
        ask(path, then: question.body)
        return true
    }

    package func forget(_ path: ObjectPath) { questions[path] = nil }

    package func end() { questions = [:] }
}
