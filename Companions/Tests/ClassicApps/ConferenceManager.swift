// SPDX-License-Identifier: MIT

import CallKit
import Combine
import os.log

enum ConferenceError: LocalizedError {
    case needsTwoCalls
    case refused(CXErrorCodeRequestTransactionError.Code)

    var errorDescription: String? {
        switch self {
        case .needsTwoCalls: return "A conference needs two calls."
        case .refused(let code): return "The system refused the conference (\(code.rawValue))."
        }
    }
}

class ConferenceManager {
    private let controller = CXCallController()
    private let members = CurrentValueSubject<[UUID], Never>([])
    private let log = OSLog(subsystem: "org.example.Phone", category: "Conference")

    func merge(_ calls: [UUID]) -> AnyPublisher<[UUID], Error> {
        guard let first = calls.first, calls.count > 1 else {
            return Fail(error: ConferenceError.needsTwoCalls).eraseToAnyPublisher()
        }
        let actions = calls.dropFirst().map { CXSetGroupCallAction(call: $0, callUUIDToGroupWith: first) }
        os_signpost(.begin, log: log, name: "Merge", "%d calls", calls.count)
        return Deferred { [controller, log] in
            Future<[UUID], Error> { promise in
                controller.requestTransaction(with: actions) { error in
                    os_signpost(.end, log: log, name: "Merge")
                    if let error = error as? CXErrorCodeRequestTransactionError {
                        promise(.failure(ConferenceError.refused(error.code)))
                    } else if let error = error {
                        promise(.failure(error))
                    } else {
                        promise(.success(calls))
                    }
                }
            }
        }
        .retry(1)
        .handleEvents(receiveOutput: { [members] in members.send($0) })
        .mapError { $0 as Error }
        .eraseToAnyPublisher()
    }

    func leave(_ call: UUID) {
        controller.request(CXTransaction(action: CXSetGroupCallAction(call: call, callUUIDToGroupWith: nil))) {
            if let error = $0 { os_log(.error, log: self.log, "Leaving: %{public}@", error.localizedDescription) }
        }
    }
}
