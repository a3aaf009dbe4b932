// SPDX-License-Identifier: MIT

import CallKit

// The modules that CallKit brings with it on Apple's systems, in files that import only CallKit.

struct OnlyCallKit {
    var callUUID = UUID()
    var startedAt = Date()
    var elapsed: TimeInterval = 0
    var workQueue: dispatch_queue_t = DispatchQueue(label: "calls", qos: .userInitiated)
    var mainQueue: DispatchQueue? = .main
    var payload: [String: Any] = [:]
    var session: AVAudioSession { AVAudioSession.sharedInstance() }

    func log(_ error: (any Error)?) {
        NSLog("call %@ failed: %@", callUUID.uuidString, String(describing: error))
    }

    func later(_ body: @escaping @Sendable () -> Void) {
        workQueue.asyncAfter(deadline: .now() + 1, execute: body)
    }

    func sum(of numbers: [Int]) -> Int {
        var sum = 0
        for number in numbers { autoreleasepool { sum += number } }
        return autoreleasepool(invoking: { sum })
    }

    func parsed(_ text: String) throws -> Int {
        try autoreleasepool {
            guard let number = Int(text) else { throw CXError(.invalidArgument) }
            return number
        }
    }
}

/// The folder that an app shares with its call directory extension.
func sharedNumbers() -> Data? {
    FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.org.example.Phone").flatMap {
        try? Data(contentsOf: $0.appendingPathComponent("numbers"))
    }
}
