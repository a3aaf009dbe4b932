// SPDX-License-Identifier: MIT

import CallKit
import Testing

#if swift(>=6)
    @testable import Swift6Traps
#else
    @testable import Swift5Traps
#endif

/// The handlers of start-call intents.
struct Intents {
    let ada = INPerson(
        personHandle: INPersonHandle(value: "+4930123456", type: .phoneNumber), nameComponents: nil, displayName: "Ada",
        image: nil, contactIdentifier: nil, customIdentifier: nil)

    private func intent(_ contacts: [INPerson]?, _ capability: INCallCapability = .audioCall) -> INStartCallIntent {
        INStartCallIntent(
            callRecordFilter: nil, callRecordToCallBack: INCallRecord(identifier: "1"), audioRoute: .unknown,
            destinationType: .normal, contacts: contacts, callCapability: capability)
    }

    @Test func `The handler of the guides hands the call over to the app`() async {
        let handler = IntentHandler()
        let intent = INStartAudioCallIntent(destinationType: .normal, contacts: [ada])
        #expect(handler.handler(for: intent) as? IntentHandler === handler)
        let response = await handler.handle(intent: intent)
        #expect(response.code == .continueInApp)
        #expect(response.userActivity?.activityType == "INStartAudioCallIntent")
        let nobody = INStartAudioCallIntent(destinationType: .normal, contacts: nil)
        #expect(await handler.handle(intent: nobody).code == .failure)
        #expect(await handler.handle(intent: INStartVideoCallIntent(contacts: [ada])).code == .continueInApp)
    }

    @Test func `A method that the app does not write takes the intent as it is`() async {
        let handler: any INStartAudioCallIntentHandling = IntentHandler()
        let intent = INStartAudioCallIntent(destinationType: .voicemail, contacts: [ada])
        #expect(await handler.confirm(intent: intent).code == .ready)
        let people = await handler.resolveContacts(for: intent)
        #expect(people.map(\.resolution) == [.success] && people.first?.people == [ada])
        let destination = await handler.resolveDestinationType(for: intent)
        #expect(destination.resolution == .success && destination.destinationType == .voicemail)
        let video: any INStartVideoCallIntentHandling = IntentHandler()
        #expect(await video.confirm(intent: INStartVideoCallIntent(contacts: nil)).code == .ready)
        let nobody = await video.resolveContacts(for: INStartVideoCallIntent(contacts: nil))
        #expect(nobody.map(\.resolution) == [.notRequired])
    }

    @Test func `Each form of a method calls the other`() async {
        let handler: any INStartCallIntentHandling = StartCallHandler()
        let code = await withCheckedContinuation { continuation in
            handler.handle(intent: intent([ada])) { continuation.resume(returning: $0.code) }
        }
        #expect(code == .continueInApp)
        let results = await withCheckedContinuation { continuation in
            handler.resolveContacts(for: intent([ada, ada])) { continuation.resume(returning: $0) }
        }
        #expect(results.map(\.resolution) == [.unsupported])
        #expect(results.first?.unsupportedReason == .multipleContactsUnsupported)
        let capability = await handler.resolveCallCapability(for: intent([ada], .videoCall))
        #expect(capability.resolution == .unsupported && capability.unsupportedReason == .videoCallUnsupported)
        #expect(await handler.resolveCallCapability(for: intent([ada])).callCapability == .audioCall)
        let answer = await withCheckedContinuation { continuation in
            handler.confirm(intent: intent(nil)) { continuation.resume(returning: $0.code) }
        }
        #expect(answer == .ready)
        let record = await handler.resolveCallRecordToCallBack(for: intent(nil))
        #expect(record.resolution == .success && record.callRecords.map(\.identifier) == ["1"])
        #expect(await handler.resolveDestinationType(for: intent(nil)).destinationType == .normal)
        #expect(await HandlerCaller.mayCall(intent([ada])))
    }

    @Test func `A handler that handles nothing answers with a failure`() async {
        final class Nothing: NSObject, INStartCallIntentHandling {}
        #expect(await Nothing().handle(intent: intent(nil)).code == .failure)
        let code = await withCheckedContinuation { continuation in
            Nothing().handle(intent: intent(nil)) { continuation.resume(returning: $0.code) }
        }
        #expect(code == .failure)
    }

    @Test func `An extension is asked for its handler`() {
        let providing: any INIntentHandlerProviding = Dispatcher()
        #expect(providing.handler(for: intent(nil)) is StartCallHandler)
        // The older intents are kinds of the newer one, unlike on Apple's systems.
        #expect(providing.handler(for: INStartVideoCallIntent(contacts: nil)) is StartCallHandler)
        #expect(providing.handler(for: INIntent()) is Dispatcher)
    }

    @Test func `An intent passes the casts that its kind of call allows`() {
        let audio: INIntent = INStartAudioCallIntent(destinationType: .normal, contacts: [ada])
        #expect(audio is INStartCallIntent && audio is INStartAudioCallIntent && !(audio is INStartVideoCallIntent))
        #expect((audio as? INStartCallIntent)?.callCapability == .audioCall)
        let video: INIntent = INStartVideoCallIntent(contacts: [ada])
        #expect(video is INStartCallIntent && video is INStartVideoCallIntent && !(video is INStartAudioCallIntent))
        #expect((video as? INStartCallIntent)?.callCapability == .videoCall)
        #expect((video as? INStartCallIntent)?.contacts == [ada])
    }

    @Test func `One handler may handle all three intents`() async {
        let handler = EveryCallHandler()
        let audio = INStartAudioCallIntent(destinationType: .normal, contacts: [ada])
        #expect(await handler.answer(audio) == .continueInApp)
        #expect(await handler.handle(intent: intent([ada])).code == .ready)
        let people: [INPersonResolutionResult] = await handler.resolveContacts(for: audio)
        #expect(people.map(\.resolution) == [.success])
    }

    @Test @MainActor func `The completion form of a handler on the main actor calls its async form`() async {
        let handler = AnnotatedHandler()
        let anyHandler: any INStartCallIntentHandling = handler
        let code = await withCheckedContinuation { continuation in
            anyHandler.handle(intent: intent([ada])) { continuation.resume(returning: $0.code) }
        }
        #expect(code == .continueInApp && handler.answers == 1)
        let audio = INStartAudioCallIntent(destinationType: .normal, contacts: nil)
        #expect(await ExtendedHandler().handle(intent: audio).code == .ready)
        #expect(await VideoHandler().handle(intent: INStartVideoCallIntent(contacts: nil)).code == .ready)
    }

    @Test func `The types of activities have Apple's names`() {
        #expect(NSStringFromClass(INStartCallIntent.self) == "INStartCallIntent")
        #expect(NSStringFromClass(INStartAudioCallIntent.self) == "INStartAudioCallIntent")
        #expect(INStartAudioCallIntentIdentifier == "INStartAudioCallIntent")
        #expect(INStartVideoCallIntentIdentifier == "INStartVideoCallIntent")
    }

    @Test func `A resolution says what the handler makes of a parameter`() {
        let choice = INPersonResolutionResult.disambiguation(with: [ada, ada])
        #expect(choice.resolution == .disambiguation && choice.people.count == 2)
        let question = INPersonResolutionResult.confirmationRequired(with: ada)
        #expect(question.resolution == .confirmationRequired && question.people == [ada])
        let contact = INStartCallContactResolutionResult(personResolutionResult: question)
        #expect(contact.resolution == .confirmationRequired && contact.people == [ada])
        #expect(contact.unsupportedReason == nil)
        let capability = INCallCapabilityResolutionResult.confirmationRequired(with: .videoCall)
        let same = INStartCallCallCapabilityResolutionResult(callCapabilityResolutionResult: capability)
        #expect(same.resolution == .confirmationRequired && same.callCapability == .videoCall)
        let destination = INCallDestinationTypeResolutionResult.confirmationRequired(with: .emergency)
        #expect(destination.destinationType == .emergency)
        let record = INCallRecord(identifier: "1")
        #expect(INCallRecordResolutionResult.disambiguation(with: [record]).callRecords == [record])
        let back = INStartCallCallRecordToCallBackResolutionResult(
            callRecordResolutionResult: .confirmationRequired(with: record))
        #expect(back.resolution == .confirmationRequired && back.unsupportedReason == nil)
        #expect(
            INStartCallCallRecordToCallBackResolutionResult.unsupported(forReason: .noMatchingCall).unsupportedReason
                == .noMatchingCall)
        let results: [INIntentResolutionResult] = [.needsValue(), .notRequired(), .unsupported()]
        let open: [INIntentResolutionResult.Resolution] = [.needsValue, .notRequired, .unsupported]
        #expect(results.map(\.resolution) == open)
    }

    @Test func `Raw values`() {
        let reasons: [INStartCallContactUnsupportedReason] = [
            .noContactFound, .multipleContactsUnsupported, .noHandleForLabel, .invalidHandle, .unsupportedMmiUssd,
            .noCallHistoryForRedial, .noUsableHandleForRedial,
        ]
        #expect(reasons.map(\.rawValue) == Array(1...7))
        let capabilities: [INStartCallCallCapabilityUnsupportedReason] = [
            .videoCallUnsupported, .microphoneNotAccessible, .cameraNotAccessible,
        ]
        #expect(capabilities.map(\.rawValue) == [1, 2, 3])
        #expect(INStartCallCallRecordToCallBackUnsupportedReason.noMatchingCall.rawValue == 1)
        let audio: [INStartAudioCallIntentResponseCode] = [
            .unspecified, .ready, .continueInApp, .failure, .failureRequiringAppLaunch,
            .failureAppConfigurationRequired, .failureCallingServiceNotAvailable, .failureContactNotSupportedByApp,
            .failureNoValidNumber,
        ]
        #expect(audio.map(\.rawValue) == Array(0...8))
        let video: [INStartVideoCallIntentResponseCode] = [
            .unspecified, .ready, .continueInApp, .failure, .failureRequiringAppLaunch,
            .failureAppConfigurationRequired, .failureCallingServiceNotAvailable, .failureContactNotSupportedByApp,
            .failureInvalidNumber,
        ]
        #expect(video.map(\.rawValue) == Array(0...8))
        let types: [INCallRecordTypeOptions] = [
            .outgoing, .missed, .received, .latest, .voicemail, .ringing, .inProgress, .onHold,
        ]
        #expect(types.map(\.rawValue) == [1, 2, 4, 8, 16, 32, 64, 128])
        #expect(INCallRecordTypeOptions(rawValue: 3) == [.outgoing, .missed])
        let filter = INCallRecordFilter(participants: nil, callTypes: [.missed], callCapability: .unknown)
        #expect(filter.callTypes == .missed)
    }
}
