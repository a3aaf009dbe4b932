// SPDX-License-Identifier: MIT

import CallKit
import Combine

protocol CallObserving: AnyObject {
    var events: AnyPublisher<CallEvent, Never> { get }
}

enum CallEvent: Equatable {
    case incoming(UUID), outgoing(UUID), connected(UUID), held(UUID), ended(UUID)
}

final class CallObserverService: NSObject, CallObserving, CXCallObserverDelegate {
    private let subject = PassthroughSubject<CallEvent, Never>()
    private let observer: CXCallObserver

    var events: AnyPublisher<CallEvent, Never> { subject.share().eraseToAnyPublisher() }

    init(observer: CXCallObserver = CXCallObserver(), queue: DispatchQueue = .main) {
        self.observer = observer
        super.init()
        observer.setDelegate(self, queue: queue)
    }

    func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) {
        switch (call.hasEnded, call.hasConnected, call.isOnHold, call.isOutgoing) {
        case (true, _, _, _): subject.send(.ended(call.uuid))
        case (_, _, true, _): subject.send(.held(call.uuid))
        case (_, true, _, _): subject.send(.connected(call.uuid))
        case (_, _, _, true): subject.send(.outgoing(call.uuid))
        default: subject.send(.incoming(call.uuid))
        }
    }
}

extension CallObserving {
    /// Whether a call exists.
    var isBusy: AnyPublisher<Bool, Never> {
        events.scan(Set<UUID>()) { calls, event in
            switch event {
            case .incoming(let id), .outgoing(let id), .connected(let id), .held(let id): return calls.union([id])
            case .ended(let id): return calls.subtracting([id])
            }
        }
        .map { !$0.isEmpty }
        .prepend(false)
        .removeDuplicates()
        .eraseToAnyPublisher()
    }
}
