// SPDX-License-Identifier: MIT

import SDBus

/// The properties of objects with one interface, asked for one by one. libsystemd reads no message that has a noncharacter of Unicode,
/// such as U+FFFF in the name of a caller. A property with such a text is left out, and the others are known.
final class SingleProperties {
    private let program: SourceProgram
    private let interface: String
    private let names: [String]
    /// By the path of the object. A later question takes the place of an earlier one.
    private var questions: [String: Question] = [:]

    private final class Question {
        var missing: Int
        var found: [String: Variant] = [:]
        let body: ([String: Variant]) -> Void

        init(_ count: Int, _ body: @escaping ([String: Variant]) -> Void) { (missing, self.body) = (count, body) }
    }

    init(of program: SourceProgram, _ interface: String, _ names: [String]) {
        (self.program, self.interface, self.names) = (program, interface, names)
    }

    /// `body` gets the properties that can be read: none of an object that is gone or has another interface.
    func ask(_ path: String, then body: @escaping ([String: Variant]) -> Void) {
        let question = Question(names.count, body)
        questions[path] = question
        for name in names {
            program.call(path, StandardInterface.properties, "Get", interface, name) { [weak self] reply in
                question.found[name] = try? reply.get().read(Variant.self)
                question.missing -= 1
                guard question.missing == 0, let self, questions[path] === question else { return }
                questions[path] = nil
                question.body(question.found)
            }
        }
    }

    /// The object has changed, so earlier answers may be wrong. Returns whether it is asked about.
    @discardableResult
    func askAgain(_ path: String) -> Bool {
        guard let question = questions[path] else { return false }
        ask(path, then: question.body)
        return true
    }

    func forget(_ path: String) { questions[path] = nil }

    func end() { questions = [:] }
}
