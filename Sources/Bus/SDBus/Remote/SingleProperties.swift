// SPDX-License-Identifier: MIT

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
