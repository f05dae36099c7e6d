#pragma once
// Classify, Regress and MultiInference: from messages to inference.h and back.

#include "serving/grpc_services.h"

namespace tensorflow::serving {
class ClassificationRequest;
class ClassificationResponse;
class MultiInferenceRequest;
class MultiInferenceResponse;
class RegressionRequest;
class RegressionResponse;
}  // namespace tensorflow::serving

namespace slipway::serving {

RpcStatus AnswerClassify(const ServiceContext&, const tensorflow::serving::ClassificationRequest&, Call&,
                         tensorflow::serving::ClassificationResponse*);
RpcStatus AnswerRegress(const ServiceContext&, const tensorflow::serving::RegressionRequest&, Call&,
                        tensorflow::serving::RegressionResponse*);
// Several signatures of one model on the same examples, one after the other.
RpcStatus AnswerMultiInference(const ServiceContext&, const tensorflow::serving::MultiInferenceRequest&, Call&,
                               tensorflow::serving::MultiInferenceResponse*);

}  // namespace slipway::serving
