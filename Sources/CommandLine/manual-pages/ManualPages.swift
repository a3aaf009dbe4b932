// SPDX-License-Identifier: MIT
import Foundation

/// Prints the manual page of a program from its help, or of a configuration file from its example.
///
///     manual-pages PROGRAM SECTION YYYY-MM-DD
///     manual-pages EXAMPLE.conf 5 YYYY-MM-DD
@main
enum ManualPages {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst().map { String($0) }
        guard arguments.count == 3, let section = Int(arguments[1]) else {
            throw PageError("usage: manual-pages PROGRAM|EXAMPLE.conf SECTION YYYY-MM-DD")
        }
        let (source, day) = (arguments[0], arguments[2])
        let text =
            source.hasSuffix(".conf")
            ? try ConfigurationPage(example: source, day: day).text
            : try ToolPage(program: source, section: section, day: day).text
        print(text, terminator: "")
    }
}
