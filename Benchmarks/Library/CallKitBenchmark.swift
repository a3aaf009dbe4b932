// SPDX-License-Identifier: MIT

import CallKit

/// `callkit-benchmark IDENTIFIER`: the library's side of the benchmark; the C side controls it. It prints `ready` when its provider
/// is registered. For each line `SCENARIO TIMES` it writes a line with the nanoseconds of each repetition. It ends with its input.
@main
struct CallKitBenchmark {
    static func main() {
        let app = App(CommandLine.arguments[1])
        say("ready")
        while let order = readLine()?.split(separator: " "), order.count == 2 {
            guard let scenario = App.Scenario(rawValue: String(order[0])), let count = Int(order[1]) else { continue }
            say(app.measure(scenario, times: count).map(String.init).joined(separator: " "))
        }
    }

    private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
