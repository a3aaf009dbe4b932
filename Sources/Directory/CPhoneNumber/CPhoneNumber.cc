// SPDX-License-Identifier: MIT
#include "CPhoneNumber.h"

#include <phonenumbers/phonenumberutil.h>
#include <phonenumbers/shortnumberinfo.h>

#include <cstring>
#include <set>
#include <string>

using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;
using i18n::phonenumbers::ShortNumberInfo;

namespace {

const int64_t largest_e164 = 999'999'999'999'999;

const PhoneNumberUtil &util() { return *PhoneNumberUtil::GetInstance(); }

// Never freed: another thread may use it while the process exits.
const ShortNumberInfo &short_numbers() {
    static const ShortNumberInfo &info = *new ShortNumberInfo();
    return info;
}

const std::set<std::string> &regions() {
    static const std::set<std::string> &all = *[] {
        auto *codes = new std::set<std::string>();
        util().GetSupportedRegions(codes);
        return codes;
    }();
    return all;
}

bool parse(const std::string &text, const char *region, PhoneNumber *number) {
    return util().Parse(text, region, number) == PhoneNumberUtil::NO_PARSING_ERROR;
}

// The parser restores the leading zeros of the national number, which Italian numbers have.
bool parse(int64_t e164, PhoneNumber *number) {
    return e164 > 0 && e164 <= largest_e164 && parse("+" + std::to_string(e164), "ZZ", number);
}

// Returns 0 if the number has more than 15 digits.
int64_t e164_of(const PhoneNumber &number) {
    std::string national;
    util().GetNationalSignificantNumber(number, &national);
    const std::string digits = std::to_string(number.country_code()) + national;
    return digits.size() <= 15 ? std::stoll(digits) : 0;
}

// An exception must not reach Swift: it would end the process. libphonenumber throws none itself; memory may run out.
template <typename Result, typename Function>
Result guarded(Result failure, Function function) noexcept {
    try {
        return function();
    } catch (...) {
        return failure;
    }
}

}  // namespace

bool mk_phone_is_region(const char *region) {
    return guarded(false, [&] { return regions().count(region) > 0; });
}

void mk_phone_each_region(void (*body)(const char *region, void *context), void *context) {
    guarded(false, [&] {
        for (const std::string &region : regions()) body(region.c_str(), context);
        return true;
    });
}

int mk_phone_calling_code(const char *region) {
    return guarded(0, [&] { return util().GetCountryCodeForRegion(region); });
}

bool mk_phone_parse(const char *text, size_t length, const char *region, struct mk_phone_number *result) {
    return guarded(false, [&] {
        PhoneNumber number;
        if (length > MK_PHONE_LONGEST_TEXT || !parse(std::string(text, length), region, &number)) return false;
        const std::string &extension = number.extension();
        const int64_t e164 = e164_of(number);
        if (e164 <= 0 || extension.size() >= sizeof result->extension) return false;
        result->e164 = e164;
        memcpy(result->extension, extension.c_str(), extension.size() + 1);
        result->is_possible = util().IsPossibleNumberWithReason(number) == PhoneNumberUtil::IS_POSSIBLE;
        result->is_valid = util().IsValidNumber(number);
        return true;
    });
}

bool mk_phone_is_emergency(const char *digits, size_t length, const char *region) {
    return guarded(false, [&] {
        return length <= MK_PHONE_LONGEST_TEXT &&
               short_numbers().IsEmergencyNumber(std::string(digits, length), region);
    });
}

bool mk_phone_is_short(const char *digits, size_t length, const char *region) {
    return guarded(false, [&] {
        PhoneNumber number;
        return length <= MK_PHONE_LONGEST_TEXT && parse(std::string(digits, length), region, &number) &&
               short_numbers().IsValidShortNumberForRegion(number, region);
    });
}

size_t mk_phone_format(int64_t e164, const char *extension, enum mk_phone_style style, char *text, size_t size) {
    return guarded(size_t{0}, [&]() -> size_t {
        PhoneNumber number;
        if (!parse(e164, &number)) return 0;
        if (*extension) number.set_extension(extension);
        std::string formatted;
        util().Format(number, style == MK_PHONE_NATIONAL ? PhoneNumberUtil::NATIONAL : PhoneNumberUtil::INTERNATIONAL,
                      &formatted);
        if (formatted.size() > size) return 0;
        memcpy(text, formatted.data(), formatted.size());
        return formatted.size();
    });
}

bool mk_phone_country(int64_t e164, char region[3]) {
    return guarded(false, [&] {
        PhoneNumber number;
        if (!parse(e164, &number)) return false;
        std::string code;
        util().GetRegionCodeForNumber(number, &code);
        if (code == "ZZ") util().GetRegionCodeForCountryCode(number.country_code(), &code);
        // The calling codes of no country have the region "001".
        if (code.size() != 2 || code == "ZZ") return false;
        memcpy(region, code.c_str(), 3);
        return true;
    });
}
