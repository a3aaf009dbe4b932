// SPDX-License-Identifier: MIT

import Foundation

/// `library-benchmark FRAMEWORK IDENTIFIER`: the library's side of the benchmark; the C side controls it. FRAMEWORK is
/// `callkit` or `livecommunicationkit`. It prints `ready` when its provider is registered. For each line `SCENARIO
/// TIMES` it writes a line with the nanoseconds of each repetition. It ends with its input.
@main
struct LibraryBenchmark {
    static func main() {
        let (framework, identifier) = (CommandLine.arguments[1], CommandLine.arguments[2])
        guard framework == "livecommunicationkit" else { return serve(CallApp(identifier)) }
        // Its delegate is called on the main queue, which runs as in an app.
        Thread.detachNewThread {
            serve(ConversationApp(identifier))
            exit(0)
        }
        RunLoop.main.run()
    }

    private static func serve(_ app: some MeasuredApp) {
        say("ready")
        while let order = readLine()?.split(separator: " "), order.count == 2 {
            guard let scenario = Scenario(rawValue: String(order[0])), let count = Int(order[1]) else { continue }
            say(app.measure(scenario, times: count).map(String.init).joined(separator: " "))
        }
    }

    private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
