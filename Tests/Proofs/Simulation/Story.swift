// SPDX-License-Identifier: MIT

internal import Foundation

/// The inputs that reach the service, in order.
public struct Story: Codable, Sendable {
    let inputs: [Input]

    /// The number of inputs.
    public var count: Int { inputs.count }

    init(inputs: [Input]) { self.inputs = inputs }

    /// Reads a story from a file.
    public init(file: String) throws {
        inputs = try JSONDecoder().decode([Input].self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    }

    /// Writes the story to a file.
    public func write(to file: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let lines = try inputs.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
        try "[\n\(lines.joined(separator: ",\n"))\n]\n".write(toFile: file, atomically: true, encoding: .utf8)
    }
}
