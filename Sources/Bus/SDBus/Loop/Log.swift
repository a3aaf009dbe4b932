// SPDX-License-Identifier: MIT

/// Where a program tells what goes wrong. A message is constant; everything that comes from elsewhere is a value with a
/// name.
package struct Log: Sendable {
    private let write: @Sendable (_ message: StaticString, _ values: [(name: String, value: String)]) -> Void

    /// `write` gets each entry, on the thread that makes it.
    package init(
        _ write: @escaping @Sendable (_ message: StaticString, _ values: [(name: String, value: String)]) -> Void
    ) {
        self.write = write
    }

    package func callAsFunction(_ message: StaticString, _ values: KeyValuePairs<String, String> = [:]) {
        write(message, values.map { (name: $0.key, value: $0.value) })
    }

    /// The name of the error is the value `error`, and its message the value `message`. If the message may have words
    /// of a caller, log the name only: `["error": error.name]`.
    package func callAsFunction(
        _ message: StaticString, _ error: BusError, _ values: KeyValuePairs<String, String> = [:]
    ) {
        let facts = [(name: "error", value: error.name), (name: "message", value: error.message)]
        write(message, facts + values.map { (name: $0.key, value: $0.value) })
    }
}
