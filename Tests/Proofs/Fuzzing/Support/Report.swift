// SPDX-License-Identifier: MIT

internal import Glibc

/// Prints the violated sentence and its story, and aborts, so that libFuzzer keeps the input.
public func report(_ sentence: String, story: [String]) -> Never {
    let text = "\n=== Not true: \(sentence)\n" + story.map { $0 + "\n" }.joined()
    _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    abort()
}

/// Reports the sentence if it is not true.
public func require(_ condition: Bool, _ sentence: String) {
    if !condition { report(sentence, story: []) }
}

/// Runs a target on files. A fuzzing program does this when it was built without libFuzzer.
public func replay(_ files: some Sequence<String>, _ run: (UnsafeBufferPointer<UInt8>) -> Void) {
    for path in files {
        guard let file = fopen(path, "rb") else {
            perror(path)
            exit(1)
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        fclose(file)
        bytes.withUnsafeBufferPointer(run)
        print("\(path): all is well")
    }
}
