// SPDX-License-Identifier: MIT

import CallKit

final class Calls: NSObject, CXProviderDelegate {
    private let provider = CXProvider(configuration: CXProviderConfiguration(localizedName: "Phone"))

    func invited(by number: String) {
        provider.setDelegate(self, queue: nil)
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .phoneNumber, value: number)
        provider.reportNewIncomingCall(with: UUID(), update: update) { error in print(error ?? "it rings") }
    }

    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) { action.fulfill() }
    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) { print("the microphone is yours") }
    func providerDidReset(_ provider: CXProvider) {}
}
